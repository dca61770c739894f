#!/usr/bin/env bash
# Run a command with a PostgreSQL of its own: tests/pgsql.sh COMMAND...
#
# The server lives in a temporary folder, listens on a socket in it and nowhere else, and is
# gone when the command has ended. $FACHO_TEST_PGSQL tells the command how to reach it. Where
# it is set already, that server is used. $FACHO_TEST_PGSQL_CTL is a script that takes
# "stop" and "start": tests of a server that goes away use it.
#
# Its data are in memory where there is room for them: making a database then takes a fifth of
# the time. $FACHO_TEST_PGSQL_DATA is the folder they are put into instead. What a commit
# promises is not given up (synchronous_commit): a server that is stopped has everything.
set -euo pipefail

[[ -z ${FACHO_TEST_PGSQL:-} ]] || exec "$@"

bin=$(find /usr/lib/postgresql/*/bin -maxdepth 0 2> /dev/null | sort -V | tail -1)
if [[ -z $bin ]]; then
  echo "tests/pgsql.sh: there is no PostgreSQL server; script/setup --test installs it" >&2
  exit 1
fi
# It refuses to run as root.
as=()
[[ $(id -u) -ne 0 ]] || as=(runuser -u postgres --)

# Short: a socket's path has room for about a hundred characters.
folder=$(mktemp -d /tmp/facho-pg.XXXXXX)
[[ $(id -u) -ne 0 ]] || chown postgres "$folder"
ctl=$folder/ctl
data=
finish() {
  "$ctl" stop || true # a test may have stopped it
  rm -rf "$folder" ${data:+"$data"}
}
trap finish EXIT

# in_memory: there is a file system in memory, and room in it and in the memory it is made of.
in_memory() {
  local free
  free=$(df --output=avail -k /dev/shm 2> /dev/null | tail -1)
  [[ ${free:-0} -gt 2000000 && $(awk '/^MemAvailable/ { print $2 }' /proc/meminfo) -gt 4000000 ]]
}
parent=${FACHO_TEST_PGSQL_DATA:-$folder}
log=1GB # how much of it is kept
if [[ -z ${FACHO_TEST_PGSQL_DATA:-} ]] && in_memory; then
  parent=/dev/shm
  log=256MB
fi
data=$(mktemp -d "$parent/facho-pg.XXXXXX")
[[ $(id -u) -ne 0 ]] || chown postgres "$data"

cat > "$ctl" << END
#!/usr/bin/env bash
cd "$folder"
case \$1 in
  start) ${as[*]} "$bin/pg_ctl" -s -w -D "$data" -l log -o "-k $folder -h ''" start ;;
  stop) ${as[*]} "$bin/pg_ctl" -s -w -m immediate -D "$data" stop ;;
esac
END
chmod 755 "$folder" "$ctl"
cd "$folder"
"${as[@]}" "$bin/initdb" -D "$data" -U facho -A trust -E UTF8 --locale=C.UTF-8 > "$folder/initdb.log"
"${as[@]}" tee -a "$data/postgresql.conf" > /dev/null << END
fsync = off
full_page_writes = off
max_connections = 200
max_wal_size = $log
shared_buffers = 64MB
END
"$ctl" start > /dev/null
cd - > /dev/null
export FACHO_TEST_PGSQL="host=$folder user=facho dbname=postgres"
export FACHO_TEST_PGSQL_CTL=$ctl
"$@"
