/** As in hostile-lines.ts: one line each. */
export const moreHostileLines: readonly string[] = String.raw`
ls | dd of=a
dd if=/etc/passwd
dd if=a of=b
cp /etc/passwd a
cp a /tmp/x
cp -r ~/.ssh .
cp .env a.txt
mv a /tmp/b
mv .env a
ln -s /etc/passwd a
ln -sf / x
ln a ../x
install a /usr/bin/b
touch /tmp/x
touch .git/hooks/pre-commit
touch .envrc
mkdir /tmp/x
mkdir -p ../x
mkdir .git/hooks
mkdir -m 777 x
rm -rf /
rm -rf ~
rm -rf ..
rm -rf .
rm -rf *
rm -rf -- /tmp
rm -rf .git
rm .git/HEAD
rm -rf ./.git/../.git
truncate -s 0 a
shred a
chmod +x a
chown x a
less +!id a
more a
vi -c ':!id' a
ed a
man -P id ls
watch id
time id
timeout 5 id
nohup id
nice id
setsid id
stdbuf -o0 id
ionice id
strace -o x ls
ltrace ls
script -c id x
parallel id
busybox sh
busybox ls
find . -printf %p -fprintf x %p
sort --output=x a
sort -ox a
sort -ro x a
sort -uoa a
sort --compress-prog=./x a
sort --files0=a
sort -T/tmp a
sort -S1 --parallel=2 --random-source=/etc/passwd a
uniq a src/b.js
uniq -c a b
wc --files0-from=-
du -X /etc/passwd
du --exclude-from=/etc/passwd
ls --hyperlink --dereference x
ls -H /
ls -lL
tree --fromfile a
tree -R -H . -o x
tree --filelimit 3 -o x
tree / -L 1
grep --file=/etc/passwd x
grep -f/etc/passwd x
grep -nf list a
grep -rR x
grep --dereference-recursive x .
grep --devices=read x /dev/mem
grep --exclude-from=/etc/passwd x a
rg --pre-glob '*' --pre id x
rg --hostname-bin ./x y
rg --search-zip x
rg --ignore-file /etc/passwd x
rg --file=/etc/passwd
rg --hyperlink-format x --hostname-bin=y z
rg -nf list
rg x /etc
jq -L /etc 'import "x" as x; .'
jq --slurpfile a /etc/passwd .
jq -n 'include "x"; .'
jq -n --args '$ARGS' x
jq -n 'input' /etc/passwd
file -m /etc/passwd a
file -C -m x
file -z a
file -S a
file --files-from x
stat -f /etc
stat --file-system /
md5sum --check x
sha256sum -c x
date -s x
date --set=x
date --file=x
date -r /etc/passwd
hostname evil
uname -x; id
which -a ../x
realpath / --relative-to=x
readlink /proc/self/exe
basename -a $(id)
echo x > a
echo * /etc/*
echo /home/*
echo ~/.ssh/*
echo "\$(id)" | sh
true > a
true && id
false || id
ls; id
ls & id
ls | id
! id
( id )
{ id; }
if true; then id; fi
while true; do id; done
for x in a; do id; done
case a in a) id;; esac
[[ -f /etc/passwd ]] && id
[ -n "$(id)" ]
test -f a -a "$(id)"
select x in a; do id; done
coproc id
time -o x ls
npm ls
npm view x
npm config get x
npm root -g
npm run
npm outdated
npm explore x -- id
npm exec id
npm x -c id
npm help
npm audit
npm pack
npm version patch
npm pkg set scripts.test=id
npm set-script x id
npm --version --userconfig=./x
node --version --require ./x
node -v -e 1
node --check a
node -c a
node --print 1
node --run test
node --env-file=x --version
node --v8-options
pnpm -r exec id
pnpm ls
pnpm --version
yarn dlx x
yarn --cwd .. test
pip list
pip --version --python ./x
pip download x
uv run id
uv tool run x
uvx x
uv --version --directory ..
python3 --version -c 1
python3 -V -m x
python3 -m json.tool a b
python3 -m http.server
cargo --version --config x
cargo --list
cargo metadata
cargo tree
cargo check
cargo +nightly --version
go version -m /etc/passwd
go env -w X=y
go env
go vet -vettool=./x
go list -toolexec=./x
go build -o /tmp/x
go generate
make -n
make --version -f x
make -p
make --dry-run
make SHELL=./x
tsc --version --project ..
curl http://example.com
curl -o a http://localhost
curl file:///etc/passwd
curl -K x
curl -T a http://x
wget http://x
nc x 80
dig x
ping x
openssl version -a; id
openssl enc -in a
base64 /etc/passwd
xxd -r a b
xxd a b
od /etc/passwd
strings /etc/passwd
hexdump /etc/passwd
iconv -o x a
split a
csplit a 1
tac /etc/passwd
rev /etc/passwd
paste /etc/passwd
join a /etc/passwd
fold /etc/passwd
column /etc/passwd
pr /etc/passwd
expand /etc/passwd
look x /etc/passwd
zcat /etc/passwd
zip -T --unzip-command=id x y
unzip x
gzip a
7z x a
ps aux
lsof
kill 1
pkill x
docker ps
kubectl get pods
gh api user
gh auth token
aws s3 ls
code .
open a
xdg-open a
crontab -l
systemctl --user list-units
at now
su
sudo ls
doas ls
ｃat a
cat а/../../x
ls‮ a
cat "a
"./ls"
'/usr/bin/ls' a
"l"s /
$'ls' /etc
\cat /etc/passwd
cat -- -n /etc/passwd
cat -- ../x
head -n1 -- /etc/passwd
grep -- -r /etc/passwd
grep -e x -- /etc/passwd
grep -ex /etc/passwd
grep -A3 x /etc/passwd
grep -A 3 -e x /etc/passwd
head -n /etc/passwd
head -n 5 /etc/passwd
tail -c +1 /etc/passwd
cut -d, -f1 /etc/passwd
cut -d / -f 1 /etc/passwd
sort -t / /etc/passwd
sort -k 1 /etc/passwd
diff -U 3 a /etc/passwd
stat -c %n /etc/passwd
stat -c /etc/passwd /etc/passwd
tree -L 2 /etc
tree -I x /etc
tree -P x /etc
find . /etc -name x
find -name x /etc
find . -path /etc -o -name x ../y
du -d 1 /etc
ls -I x /etc
ls --ignore x /etc
nl -b a /etc/passwd
uniq -f 1 /etc/passwd
cd / && ls
cd .. && cat x
cd src && cat ../../x
cd src; cat ../../x
cd - && ls
cd && cat .ssh/id_rsa
pushd / && ls
cd /etc; ls
cd src && rm -rf ../../x
cd src && git status --porcelain ../../x
cd $(id) && ls
cd "$HOME" && ls
CDPATH=/ cd etc && ls
cd src && cd ../.. && ls
(cd /; ls)
`
  .trim()
  .split('\n');
