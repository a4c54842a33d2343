# One image for web, worker, beat and migrate; docker-compose.yml says which command each runs.

FROM python:3.13-slim-trixie AS packages
COPY requirements/runtime.txt /tmp/runtime.txt
RUN python -m venv /opt/jancho \
 && /opt/jancho/bin/pip install -q --no-cache-dir --no-deps --require-hashes -r /tmp/runtime.txt

FROM python:3.13-slim-trixie
ENV PATH=/opt/jancho/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings.production
COPY --from=packages /opt/jancho /opt/jancho
WORKDIR /app
COPY . .
# The values serve this step alone: nothing of them stays in the image.
RUN SECRET_KEY=build DATABASE_URL=sqlite://:memory: BROKER_URL=memory:// ALLOWED_HOSTS=localhost \
    sh -c "python manage.py compile_translations && python manage.py collectstatic --no-input -v 0" \
 && python -m compileall -q config league rules scoring
# pg_dump of the server's version, for backups; their volume takes its owner from this folder.
RUN apt-get update -qq \
 && apt-get install -qq -y --no-install-recommends postgresql-client-17 \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -m 0700 -o 10001 -g 10001 /backups
# The files stay root's: the process cannot change its own code. It writes to /tmp and /backups alone.
USER 10001:10001
ENV JANCHO_VAR=/tmp
EXPOSE 8000
