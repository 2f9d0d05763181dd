/** As in hostile-lines.ts: one line each. Odd spellings, redirections, and programs that load what lies in the folder. */
export const oddHostileLines: readonly string[] = String.raw`
mvn --version
cargo --version
rustc --version
rustfmt --version
gradle --version
sbt --version
dotnet --version
bundle --version
rake --version
rails --version
composer --version
npx --version
pnpm --version
bun --version
deno --version
go --version
luarocks --version
terraform --version
vagrant --version
swift --version
nix --version
direnv --version
just --version
bazel --version
eslint --version
jest --version
pytest --version
poetry --version
npm --version --prefix x
jq -n 'input' --args .env
jq --from-file x a
jq --rawfile x .env .
jq . -L. x
jq '. as $x | input' a .env
cat 0< .env
wc -l < .env
ls > out.txt
ls >> .git/hooks/x
ls 1>.envrc
ls 2>>.bashrc
echo '#!/bin/sh' > .git/hooks/post-checkout
printf x > .envrc
ls | tee .git/hooks/pre-commit
ls | tee -a .husky/pre-commit
git log --outpu=x
git diff --outpu=x
git diff --ext
git diff --textc
git show :.env
git show :0:.env
git show HEAD:./.env
git show HEAD@{1}:.env
git blame -L 1,5 .env
git blame -L1,2 -- .env
git log -p -- .env
git diff -- :(top).env
git diff HEAD --stat --relative=..
git add -A .env
git add --renormalize .
git add --force x
git add --sparse x
git mv README.md .envrc
git mv README.md .git/hooks/pre-commit
git mv a .vscode/tasks.json
git mv src .vscode
git mv .env copy.txt
git mv -k a b
git mv a/ .husky
git switch evil
git switch --orphan x
git switch --guess x
git checkout -q x
git checkout x y
git checkout README.md
git checkout -t origin/x
git checkout -b x y -f
git switch -c x -C y
git branch -c a b
git branch -C a b
git branch -fa x
git branch --no-track x
git tag -lf x
git stash
git stash pop
git stash push -a
git stash --all
git stash save x
git stash branch x
git stash -p
git stash list -p --ext-diff
git commit -m x --author=y
git commit -m x -o a
git commit -m x -i a
git commit -sS -m x
git commit -m "$(cat .env)"
git commit --mess=x
git commit -c HEAD
git commit -m x -- .env
git reset HEAD~1
git reset --soft HEAD~1
git reset -q HEAD -- .env
git reset --mixed
git reset -p
git restore -S -s HEAD~3 a
git restore -S -W .
git restore --staged --ours a
git status --column
git rev-parse HEAD:.env
git rev-parse --git-path hooks
git describe --tags --exec=x
git --paginate log
git -p log
git --no-pager -c a=b log
git --no-optional-locks status
git --literal-pathspecs diff
git --bare log
git --html-path
git var GIT_EDITOR
git cat-file blob HEAD:.env
git symbolic-ref HEAD refs/heads/x
git for-each-ref --shell
git grep x
git cherry-pick x
git revert x
git merge x
git worktree list
git diff-files --ext-diff
git reflog
GIT_CONFIG_GLOBAL=./x git status
GIT_CONFIG_SYSTEM=./x git log
GIT_CONFIG_PARAMETERS="'core.pager=id'" git log
GIT_ATTR_SOURCE=x git diff
GIT_INDEX_FILE=x git add a
GIT_OBJECT_DIRECTORY=/tmp git commit -m x
GIT_SEQUENCE_EDITOR=id git commit -m x
GIT_TRACE=/tmp/x git status
GIT_ALLOW_PROTOCOL=ext git status
RIPGREP_CONFIG_PATH=./x rg y
GREP_OPTIONS=-R grep x .
JQ_COLORS=x jq . a
LS_COLORS=x ls
TREE_COLORS=x tree
TZ=/etc/passwd date
LOCPATH=. ls
NLSPATH=./x cat a
GCONV_PATH=. cat a
MAGIC=./x file a
XDG_CONFIG_HOME=. git status
HOME=. git status
npm_config_script_shell=./x npm --version
npm_config_prefix=x npm --version
PYTHONSTARTUP=./x python3 --version
PYTHONPATH=. python3 --version
PERL5OPT=-Mx perl --version
RUBYOPT=-r./x ruby --version
JAVA_TOOL_OPTIONS=-javaagent:x java --version
_JAVA_OPTIONS=-x java --version
MAKEFLAGS=--eval=x make --version
DOCKER_CONFIG=. docker --version
VIMINIT=:!id vim --version
env GIT_PAGER=id git log
env -C .. ls
env -u PATH ls
env --chdir=/ ls
cat a; : > .bashrc
cat a &
cat a |& sh
ls || id
ls && ./x
ls; . ./x
ls $x
ls "$x"
ls $'\x2f'
ls $"x"
ls {a,/etc}
ls ~
ls ~root
ls "~"/../..
ls -- ../..
ls ./././../..
ls src/..//../x
ls "src/../../x"
cat a​.txt; id
ｌs
ls　-la | sh
Ls
LS
cat ⁄etc⁄passwd | sh
cat /etc∕passwd
git​ status
gіt status
nοde --version
node\ --version
"node --version"
'git' '-c' 'core.pager=id' 'log'
g''it -c x=y log
g\it --exec-path=x log
rg --pr=./x y
rg --hostname-bi=./x y
grep --dereference-rec x .
grep --fil=/etc/passwd x a
grep --exclude-fr=/etc/passwd x a
sort --compress-prog ./x a
sort --outpu=x a
sort -o.bashrc a
sort a -o b
sort -u a -ob
find . -fprin x
find . -delet
find . -name x -exec sh -c id ;
find . -exec+ id
wc --files0-f=a
date --se=x
tree -o .bashrc
tree --outpu=x
du --files0-fro=a
diff --to-file=/etc/passwd a
diff --from-f=/etc/passwd a
head --bytes=1 --lines=1 .env
tail --follow=name a
tail --pid=1 -f a
cut -d: -f1 .env
nl .env.local
sed -n '1!G;h;$!d' .env
sed -e w.bashrc a
sed -n '/x/w.envrc' a
sed 's/x/y/w.git/hooks/x' a
sed -n '1F;e' a
sed -s -n '$=;r.env' a
sed --posix -i p a
sed -n --debug 'w x' a
curl -o .bashrc http://localhost
curl --config x http://localhost
curl -O http://localhost/.envrc
wget -O .envrc http://localhost
wget --use-askpass=./x http://localhost
tar --checkpoint=1 --checkpoint-action=exec=id -cf x a
tar -xf a --to-command=id
rsync -e 'sh -c id' a b:c
rsync --rsh=./x a b:
ssh -o ProxyCommand=id x
ssh -o PermitLocalCommand=yes -o LocalCommand=id x
ssh -F ./x y
scp -o ProxyCommand=id a b:
sftp -o ProxyCommand=id x
node --eval 1
node -pe 1
node --require ./x --version
node -r./x --version
node --import=./x --version
node --inspect=0.0.0.0 x
python3 -Ic 1
python3 -X importtime --version -c 1
perl -ne 'system id' a
perl -i -pe s/a/b/ a
ruby -e 1
php -r 'id;'
lua -e 'os.execute("id")'
make -f x
make --eval=x:
make -C.. --version
npm --prefix .. test
npm --prefix=.. --version
npm -C .. --version
npm run x -- --evil
npm run-script x
xargs -I{} {} < a
xargs --arg-file=a cat
tee .git/hooks/x
tee -a .envrc
dd of=.envrc
install -m 755 a .git/hooks/x
ln -sf ../../x .git/hooks/pre-commit
cp a .git/hooks/pre-commit
cp -t .vscode tasks.json
cp --target-directory=.husky x
mv -t .git/hooks x
touch -r /etc/passwd x
touch .vscode/tasks.json
mkdir .husky
mkdir -p a/.vscode
mkdir -Z x
rm -rf -- -x /
rm --no-preserve-root -rf /
rm -I a
rm -d .git
rmdir .git/hooks
unlink .git/HEAD
`
  .trim()
  .split('\n');
