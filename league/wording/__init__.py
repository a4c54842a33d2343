"""Every sentence people read that is no template: errors, rules, hands, yaku, tiles."""
