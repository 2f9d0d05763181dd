/** Programs that talk to other machines, and databases. */
import type { ProgramFamily, ProgramSpec } from '../program-spec.ts';

const asks: ProgramSpec = { effects: 'network', phrase: 'asks other machines', operands: 'loose' };
export const networkFamily: ProgramFamily = [
  [
    'curl curlie',
    {
      effects: 'network',
      phrase: 'talks to another machine',
      operands: 'loose',
      strict: true,
      patternError: /%output\{|^@/,
      flags: {
        '-o --output --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl --ssl-sessions':
          'writes =out : writes a file',
        '-O --remote-name -J --remote-header-name --remote-name-all --create-dirs':
          'writes : writes a file',
        '-K --config': 'unknown =path : takes more options from a file',
        '--engine': 'runs =program : loads code',
        '-T --upload-file': 'reads =path : sends a file',
        '-F --form -d --data --data-binary --data-ascii --json -H --header --proxy-header':
          'none =content',
        '--data-urlencode --url-query --variable': 'reads =content : may send a file',
        '-w --write-out': 'none =pattern',
        '--data-raw --form-string -b --cookie': 'none =value',
        '--cacert --cert -E --key --netrc-file --pinnedpubkey --capath --crlfile --proxy-cacert --etag-compare --random-file --egd-file':
          'reads =path',
        '-X --request -u --user -A --user-agent -e --referer -m --max-time --connect-timeout --retry --retry-delay --retry-max-time -x --proxy --resolve --connect-to -r --range --limit-rate --max-redirs --max-filesize --interface --url -y -Y -z --time-cond --proto --proto-default --ciphers --tls-max --doh-url --unix-socket --abstract-unix-socket -U --proxy-user --dns-servers --oauth2-bearer --aws-sigv4 --local-port --keepalive-time --noproxy -C --continue-at -Q --quote -t --telnet-option --parallel-max --expect100-timeout --speed-limit --speed-time --cert-type --key-type --pass --preproxy --socks5 --socks5-hostname --socks4 --service-name --krb --mail-from --mail-rcpt -P --ftp-port --ipfs-gateway --happy-eyeballs-timeout-ms --ftp-method --rate --delegation --tls13-ciphers --curves':
          'none =value',
        '-f -g -G -i -I -j -k -l -L -M -n -N -p -q -R -s -S -v -V -Z -# -0 -1 -2 -3 -4 -6 -a -B -h --fail --fail-with-body --get --include --head --insecure --location --location-trusted --silent --show-error --verbose --compressed --http1.0 --http1.1 --http2 --http3 --http2-prior-knowledge --ipv4 --ipv6 --no-buffer --progress-bar --no-progress-meter --globoff --path-as-is --raw --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --ssl-reqd --ssl --netrc --negotiate --ntlm --digest --basic --anyauth --parallel --retry-connrefused --retry-all-errors --fail-early --next -: --styled-output --no-keepalive --tcp-nodelay --disable --list-only --use-ascii --remote-time --cert-status --proxytunnel --post301 --post302 --post303 --no-alpn --no-sessionid --tr-encoding --xattr --skip-existing --remove-on-error --no-clobber --ftp-pasv --help --version':
          'none',
      },
    },
  ],
  [
    'wget wget2',
    {
      effects: 'network writes',
      phrase: 'fetches files',
      operands: 'loose',
      instead: { '--spider': 'network', '-O- -qO-': 'network' },
      flags: {
        '--use-askpass': 'runs =program : runs a program',
        '-e --execute': 'runs =value : changes settings',
        '--config': 'runs =path : takes settings from elsewhere',
        '-O --output-document -o --output-file -a --append-output --warc-file --save-cookies --hsts-file':
          'writes =out',
        '-P --directory-prefix': 'writes =out',
        '-i --input-file --post-file --body-file --load-cookies --ca-certificate --certificate --private-key':
          'reads =path',
        '-t --tries -T --timeout -U --user-agent -A --accept -R --reject -D --domains -l --level -Q --quota -w --wait -I --include-directories -X --exclude-directories --header --user --password --post-data --method --body-data --limit-rate --referer':
          'none =value',
        '--delete-after': 'deletes',
        '--spider': 'none',
      },
    },
  ],
  [
    `http https xh httpie hurl grpcurl websocat wscat aria2c axel lwp-request lwp-download lwp-dump
    GET HEAD POST youtube-dl yt-dlp gallery-dl transmission-cli rtorrent webtorrent ftp lftp ncftp
    sftp psftp tftp smbclient cadaver bitsadmin certutil finger links lynx w3m elinks browsh`,
    { effects: 'network writes runs', phrase: 'fetches or sends files, and may start programs' },
  ],
  [
    `ping ping6 fping traceroute tracepath mtr dig nslookup host drill whois geoiplookup arping
    ipcalc sipcalc speedtest speedtest-cli iperf iperf3 ab wrk hey vegeta k6 siege httping testssl
    nuclei ntpdate ntpq chronyc ssh-keyscan showmount rpcinfo snmpwalk snmpget avahi-browse dns-sd
    doggo q kdig`,
    asks,
  ],
  [
    'resolvectl systemd-resolve',
    {
      effects: 'network runs',
      phrase: 'opens a pager that can run programs',
      instead: { '--no-pager': 'network' },
    },
  ],
  [
    `nc ncat netcat socat telnet nmap masscan zmap hping3 tcpdump tshark wireshark ngrep mitmproxy
    mitmdump bettercap openvpn wg wg-quick tailscale zerotier-cli cloudflared ngrok localtunnel lt
    ssh-copy-id sshuttle sshfs mosh mosh-server rsh rlogin rexec sqlmap msfconsole hydra john
    hashcat aircrack-ng gobuster ffuf nikto dirb wfuzz minicom picocom cu tio socket`,
    { effects: 'network runs', phrase: 'opens connections of any kind' },
  ],
  [
    'ssh autossh slogin dbclient',
    {
      effects: 'network runs',
      phrase: 'runs commands on another machine',
      flags: {
        '-o': 'runs =value : changes settings, some of which run programs here',
        '-F': 'runs =path : takes settings from a file',
        '-i -E -S': 'none =path',
        '-I': 'runs =program : loads code',
        '-b -c -D -e -J -L -l -m -O -p -Q -R -W -w -B': 'none =value',
      },
    },
  ],
  [
    'scp pscp',
    {
      effects: 'network writes',
      operands: 'loose',
      flags: {
        '-S': 'runs =program : runs a program to connect with',
        '-o': 'runs =value : changes settings, some of which run programs here',
        '-F': 'runs =path : takes settings from a file',
        '-D': 'runs =program',
        '-i': 'none =path',
        '-c -l -P -J -X': 'none =value',
      },
    },
  ],
  [
    `ssh-keygen ssh-add ssh-agent ssh-askpass gpg gpg2 gpg-agent gpgconf age age-keygen openssl
    pass gopass op bw vault secret-tool keyring security kinit klist ssh-import-id minisign
    signify cosign sops certbot mkcert step easyrsa keytool`,
    { effects: 'privilege runs network writes', phrase: 'handles keys and secrets' },
  ],
  [
    `psql pgcli mysql mariadb mycli mysqlsh sqlite3 sqlite litecli duckdb mongo mongosh redis-cli
    valkey-cli iredis cqlsh influx clickhouse clickhouse-client sqlcmd usql isql snowsql trino
    presto hive beeline impala-shell neo4j cypher-shell etcdctl surreal cockroach couchbase-cli
    sqlplus tarantool dolt`,
    {
      effects: 'network runs writes deletes',
      phrase: 'takes statements that may do anything the database can',
    },
  ],
  [
    'pg_dump pg_dumpall mysqldump mongodump mongoexport pg_basebackup',
    { effects: 'network reads writes' },
  ],
  [
    `pg_restore mysqlimport mongorestore mongoimport createdb dropdb createuser dropuser pg_ctl
    initdb vacuumdb reindexdb mysqladmin pgbench redis-server mongod mysqld postgres memcached
    rabbitmqctl kafka-topics kafka-console-consumer kafka-console-producer kcat nats`,
    { effects: 'network writes deletes runs' },
  ],
  ['pg_isready redis-benchmark mysqlshow', { effects: 'network reads' }],
];
