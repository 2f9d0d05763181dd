/** One line each; written by hand, from the manuals of the programs. */
export const hostileLines: readonly string[] = String.raw`
git -c alias.st='!id' st
git -c core.pager='id' log
git -c core.fsmonitor=./x status
git -c diff.external=./x diff
git --exec-path=./bin status
git --git-dir=evil status
git --work-tree=/ status
git -C /tmp status
git -C .. log
git --config-env=core.pager=X log
git --namespace=x log
git --attr-source=x diff
git diff --ext-diff
git diff --textconv
git diff --output=x
git diff --no-index a /etc/passwd
git diff --no-index -- a b
git log --ext-diff -p
git log --output=src/a.js
git log -p --textconv
git show --output=x HEAD
git show HEAD:.env
git show :/x --output=y
git log -O/etc/passwd
git log -Oorder
git diff -Oorder
git blame --contents=/etc/passwd a
git blame --contents /etc/passwd a
git blame --ignore-revs-file=/etc/passwd a
git grep -O./x y
git grep --open-files-in-pager=./x y
git grep -f /etc/passwd x
git ls-files --exclude-from=/etc/passwd
git ls-files -X /etc/passwd
git ls-files --with-tree=x
git ls-files -o --exclude-per-directory=x
git status --porcelain --ignore-submodules=none --untracked-files=all -- /etc
git rev-parse --parseopt
git rev-parse --sq-quote x
git rev-parse --resolve-git-dir /etc
git describe --dirty --broken
git branch -D main
git branch -m x y
git branch --edit-description
git branch -u origin/main
git branch --set-upstream-to=x
git branch -f main HEAD~3
git tag x
git tag -d x
git tag -F /etc/passwd x
git tag -l --format=%(contents) -m x
git remote add x y
git remote set-url origin ext::sh
git remote -v update
git remote show origin
git stash drop
git stash clear
git stash push -p
git stash show -p --ext-diff
git commit -m x --template=/etc/passwd
git commit -F /etc/passwd
git commit -C HEAD~1
git commit --fixup=reword:HEAD
git commit -am x --date=now --trailer=x
git commit -m x -e
git commit -m x --gpg-sign
git commit -m x -S
git commit -m x --pathspec-from-file=/etc/passwd
git add -p
git add -e
git add -i
git add --chmod=+x a
git add -f .env
git add --pathspec-from-file=/etc/passwd
git add ../x
git reset --hard
git reset --merge HEAD
git restore a
git restore --staged --worktree a
git restore -SW a
git restore --source=HEAD~1 a
git checkout -- a
git checkout .
git checkout -f main
git checkout -B main HEAD~2
git switch -C main
git switch -f main
git switch --discard-changes main
git switch -c x --track origin/x
git checkout HEAD~1 -- a
git checkout main a
git clean -fd
git config core.pager id
git config --list
git config alias.x '!id'
git fetch
git fetch ext::'sh -c id'
git pull
git push
git push origin :main
git clone ext::'sh -c id' x
git submodule foreach id
git submodule update --init
git bisect run id
git rebase -x id HEAD~1
git filter-branch --tree-filter id
git worktree add ../x
git gc --prune=now
git reflog expire --all
git update-ref -d HEAD
git hook run pre-commit
git maintenance start
git archive -o x HEAD
git archive --remote=ext::id HEAD
git bundle create x HEAD
git format-patch HEAD~1
git am x
git apply x
git cat-file --batch --filters
git cat-file --textconv HEAD:a
git hash-object -w a
git notes add -m x
git replace a b
git daemon
git instaweb
git send-email x
git difftool -x id
git mergetool
git p4 sync
git svn fetch
git st
git ls-remote ext::id
git help -a
git log --show-signature
git shortlog --group=trailer:x --output=y
git mv a ../b
git mv -f a b
git rm a
A=1 git status
GIT_PAGER=id git log
GIT_EXTERNAL_DIFF=id git diff
GIT_DIR=evil git status
LD_PRELOAD=./x.so ls
PATH=.:$PATH ls
LESSOPEN='|id %s' less a
BASH_ENV=./x ls
NODE_OPTIONS='--require ./x' node --version
LC_ALL=../../x ls
env ls
env -S 'sh -c id'
env -i ls
env - PATH=. ls
exec ls
eval ls
command ls
builtin cd /
. ./x
source x
alias ls=id
alias ls=id; ls
function ls { id; }; ls
ls() { id; }; ls
trap id EXIT; ls
hash -p ./x ls; ls
set -o nounset; ls
export PATH=.; ls
unset PATH; ls
enable -f ./x.so y
cat <(id)
cat < <(id)
diff <(id) <(cat a)
ls >(id)
cat << EOF
id
cat <<< $(id)
cat a > b
cat a >> b
cat a >| b
cat a >& b
cat a <> b
ls 2> src/a.js
ls &> x
ls > /dev/tcp/127.0.0.1/80
cat < /dev/tcp/127.0.0.1/80
cat $(id)
cat "$(id)"
echo $(id)
echo "$(cat /etc/passwd)"
echo $((a[$(id)]))
echo \${x:=$(id)}
echo $'\x24(id)'; \$(id)
cat $HOME/.npmrc
cat ~/.ssh/id_rsa
cat ~root/.bashrc
cat ~+/../x
cat ~-/x
cat /proc/self/environ
cat /proc/1/environ
cat src/../../x
cat ../x
cat ./../x
cat .env
cat ./.env
cat src/../.env
cat .en?
cat .e*
cat .[e]nv
cat {.env,a}
cat {a,/etc/passwd}
cat /etc/pass*
cat */../../x
head -c 100 .env
tail -n+1 .env
grep '' .env
sed -n p .env
sort .env
jq -R . .env
cut -c1- .env
nl .env
diff .env a
cmp .env a
find . -name x -delete
find . -exec id ;
find . -execdir id ;
find . -ok id ;
find . -okdir id ;
find . -fls x
find . -fprint0 x
find . -fprintf x %p
find -f . -delete
find . -type f -newermt 2020 -delete
find / -name x
find .. -name x
find . -name x -o -delete
find . -H
find -D exec .
find -O3 . -samefile /etc/passwd
find . -newerXY /etc/passwd
find . -lname x -fprint y
sed -n '1w x' a
sed -n 's/a/b/w x' a
sed 's/a/id/e' a
sed 'e id' a
sed -n '$!{e id
sed --expression='1e id' a
sed -e p -e '1w x' a
sed -n '/x/W y' a
sed -ni p a
sed -n -i.bak p a
sed -nE -s -i p a
sed --in-place p a
sed -n 'r /etc/passwd' a
sed -n 'R /etc/passwd' a
sed -z 's/a/b/we' a
sed -n "s/x/y/;w z" a
sed -n 'y/abc/def/;e' a
sed --file=x a
sed -nf x a
sed --sandbox -f x a
sed --follow-symlinks p a
awk 'BEGIN{system("id")}'
awk '{print > "x"}' a
awk '{print | "id"}' a
awk 'BEGIN{"id"|getline}'
awk -f x a
awk '@load "filefuncs"' a
awk -v x=1 '{print}' a
gawk -i inplace '{print}' a
mawk -W exec x
tar cf - . --to-command=id
tar xf a.tar
tar tf a.tar --checkpoint-action=exec=id
tar tf a.tar -I id
tar --use-compress-program=./x -tf a
tar -cf /tmp/x .
tar tf host:a
rsync -e ./x a b:c
rsync a b
rsync --rsync-path=x a b:c
ssh -oProxyCommand=id x
ssh x
scp a x:b
scp -S ./x a b:
xargs id
xargs -a names cat
cat names | xargs rm
ls | xargs -I{} sh -c {}
ls | sh
cat a | bash
cat a | python3
cat a | node
echo id | sh
printf id | sh
printf -v PATH x
ls | tee src/a.js
ls | tee ../x
tee a
ls | sponge a
`
  .trim()
  .split('\n');
