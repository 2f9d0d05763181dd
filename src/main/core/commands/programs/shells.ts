/** Shells, their builtins, and programs that only start other programs. */
import type { FlagTable, ProgramFamily, ProgramSpec } from '../program-spec.ts';

const shell: ProgramSpec = { effects: 'runs', phrase: 'runs whatever it is given as commands' };

const wrapper = (
  effects: string,
  flags: FlagTable = {},
  more: Partial<ProgramSpec> = {},
): ProgramSpec => ({
  effects,
  flags,
  wraps: {},
  ...more,
});

export const shellsFamily: ProgramFamily = [
  [
    `sh bash dash ash zsh ksh mksh pdksh fish csh tcsh rbash rzsh yash posh elvish nu xonsh osh oil
    ion sash rc es lksh`,
    shell,
  ],
  ['cmd powershell pwsh command.com', { ...shell }],
  ['eval source . trap alias complete compgen bind enable coproc fc', { ...shell }],
  ['cd chdir pushd popd', { effects: 'reads', reader: 'cd' }],
  [
    `printf test [ [[ read unset let declare typeset local export readonly mapfile readarray
    getopts`,
    { effects: 'reads', phrase: 'is a part of the shell', reader: 'subscript' },
  ],
  [
    'set shopt setopt unsetopt',
    { effects: 'reads', operands: 'text', phrase: 'changes how the shell works' },
  ],
  [
    `exit return break continue shift wait fg bg disown times ulimit umask unalias dirs suspend
    logout caller`,
    { effects: 'reads', operands: 'text', phrase: 'is a part of the shell' },
  ],
  [
    'kill pkill killall skill taskkill xkill fuser',
    {
      effects: 'deletes',
      phrase: 'ends running programs',
      operands: 'text',
      instead: { '-l -L --list --table': 'reads' },
    },
  ],
  [
    'command builtin',
    {
      effects: 'none',
      instead: { '-v -V': 'reads' },
      flags: { '-v -V': 'none', '-p': 'none' },
      bare: 'reads',
      wraps: { transparent: true },
    },
  ],
  [
    'time exec noglob nocorrect',
    {
      effects: 'none',
      bare: 'reads',
      wraps: { transparent: true },
      flags: {
        '-p -v --verbose -c -l -a --append --quiet': 'none',
        '-f --format': 'none =value',
        '-o --output': 'writes =out',
        '-a': 'none =value?',
      },
    },
  ],
  [
    'env genv',
    wrapper(
      'none',
      {
        '-C --chdir': 'none =dir : works in another folder',
        '-S --split-string': 'runs unknown =code : takes a command apart by itself',
        '-u --unset': 'none =value',
        '-a --argv0': 'none =value',
        '-i --ignore-environment -0 --null -v --debug -': 'none',
        '--block-signal --default-signal --ignore-signal --list-signal-handling': 'none =value?',
      },
      { bare: 'reads', strict: true, wraps: { assignments: true } },
    ),
  ],
  [
    'sudo doas gsudo',
    wrapper(
      'privilege',
      {
        '-u --user -g --group -C --close-from -h --host -p --prompt -R --chroot -r --role -t --type -T --command-timeout -U --other-user -D --chdir -a -L':
          'privilege =value',
        '-e --edit -s --shell -i --login':
          'runs privilege : opens an editor or a shell with more rights',
        '-A -b -E -H -k -K -l -n -P -S -v -V --askpass --background --preserve-env --set-home --list --non-interactive --stdin --validate --reset-timestamp':
          'privilege =value?',
      },
      {
        strict: true,
        wraps: { assignments: true },
        phrase: 'acts with the rights of another user',
      },
    ),
  ],
  ['sudoedit visudo vipw vigr', { effects: 'privilege runs', phrase: 'edits with more rights' }],
  [
    'su runuser sg newgrp pkexec gksudo kdesudo ksu login runas setpriv capsh',
    { effects: 'privilege runs', phrase: 'starts programs as another user' },
  ],
  [
    'nice renice',
    wrapper('none', { '-n --adjustment -p -g -u': 'none =value' }, { bare: 'reads' }),
  ],
  [
    'ionice chrt',
    wrapper(
      'none',
      { '-c -n -p -P -u --class --classdata --pid': 'none =value' },
      { bare: 'reads' },
    ),
  ],
  [
    'nohup setsid catchsegv',
    wrapper('none', { '-c -f -w --ctty --fork --wait': 'none' }, { bare: 'reads' }),
  ],
  [
    'timeout gtimeout',
    wrapper(
      'none',
      {
        '-s --signal -k --kill-after': 'none =value',
        '--foreground --preserve-status -v --verbose': 'none',
      },
      { strict: true, wraps: { skip: 1 } },
    ),
  ],
  [
    'stdbuf unbuffer',
    wrapper('none', { '-i -o -e --input --output --error': 'none =value', '-p': 'none' }),
  ],
  [
    'xargs gxargs',
    wrapper(
      'none',
      {
        '-I -L -n -P -s -d -E -i -l -e --replace --max-lines --max-args --max-procs --max-chars --delimiter --eof --process-slot-var':
          'none =value',
        '-a --arg-file': 'reads =path',
        '-0 -r -t -p -x -o --null --no-run-if-empty --verbose --interactive --exit --open-tty':
          'none',
      },
      { strict: true, bare: 'reads', wraps: { later: true } },
    ),
  ],
  ['parallel', { effects: 'runs', phrase: 'runs commands for its input' }],
  ['watch viddy entr watchexec', { effects: 'runs', phrase: 'runs a command again and again' }],
  [
    `script scriptreplay expect asciinema ttyrec rlwrap dtach abduco screen tmux tmate byobu zellij`,
    { effects: 'runs writes', phrase: 'starts a shell or a command' },
  ],
  [
    'flock lockfile setlock softlimit chpst',
    { effects: 'runs writes', phrase: 'starts a command under a lock or a limit' },
  ],
  [
    `chroot unshare nsenter firejail bwrap proot fakeroot faketime setarch linux32 linux64 aa-exec
    systemd-run systemd-nspawn systemd-inhibit arch-nspawn`,
    { effects: 'runs privilege', phrase: 'starts a command in a surrounding of its own' },
  ],
  [
    `strace ltrace gdb lldb rr valgrind perf bpftrace dtrace dtruss uftrace gcore cgdb heaptrack
    scanmem`,
    { effects: 'runs', phrase: 'looks into or starts programs' },
  ],
  [
    `taskset numactl cpulimit prlimit choom cgexec cset chronic multitime hyperfine
    start-stop-daemon daemonize run-parts run-mailcap openvt runscript busybox toybox
    dbus-run-session dbus-launch xvfb-run xinit startx torify torsocks tsocks proxychains
    proxychains4 sshpass caffeinate gtester pexec direnv dotenv dotenvx envdir with-contenv
    catatonit tini dumb-init gosu su-exec`,
    { effects: 'runs', phrase: 'starts another program' },
  ],
  [
    'at batch crontab anacron atd fcron',
    { effects: 'runs', phrase: 'has programs run later', instead: { '-l': 'reads privilege' } },
  ],
  [
    'jobs',
    { effects: 'reads', operands: 'text', flags: { '-x': 'runs =program : runs a command' } },
  ],
  ['history', { effects: 'writes', phrase: 'may write the history of the shell', bare: 'reads' }],
  ['atq', { effects: 'reads' }],
  ['atrm', { effects: 'deletes' }],
];
