"""English: days as the versions of the rules are called, and hours of a day of twenty-four.

What is not named here is as Django has it.
"""

DATE_FORMAT = "Y-m-d"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "Y-m-d H:i"
