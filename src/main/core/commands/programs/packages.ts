/** Package managers of the operating system. */
import type { ProgramFamily, ProgramSpec } from '../program-spec.ts';

const packageTool = (reads: string, more: Partial<ProgramSpec> = {}): ProgramSpec => ({
  effects: 'privilege network writes runs',
  phrase: 'changes the software of the machine',
  bare: 'reads',
  infoFlags: '-V -h version',
  ...more,
  flags: {
    '-o --option -c --config-file --config --root --installroot --setopt --rcfile --dbpath -D --define --eval -E --pipe --hookdir':
      'runs =value : changes settings, some of which run programs',
    ...more.flags,
  },
  subcommands: [
    [reads, { effects: 'reads network', operands: 'text' }],
    ['*', 'privilege network writes runs'],
  ],
});

export const packagesFamily: ProgramFamily = [
  [
    `apt apt-get aptitude apt-cache apt-file apt-mark apt-key add-apt-repository dpkg-reconfigure`,
    packageTool(
      `list, search, show, policy, depends, rdepends, showpkg, madison, pkgnames, stats, unmet,
      showhold, showmanual, showauto, find`,
    ),
  ],
  [
    'dnf yum microdnf zypper tdnf',
    packageTool(
      `list, search, info, provides, repolist, repoquery, history list, check-update, deplist,
      packages, patterns, products, list-updates, se, if, lr, lu, groupinfo, grouplist,
      module list, help`,
    ),
  ],
  ['apk', packageTool('info, search, list, policy, stats, dot, verify, version, manifest')],
  [
    'brew port',
    packageTool(
      `list, ls, search, outdated, config, leaves, services list, --prefix, --cellar, --cache,
      --version, installed`,
    ),
  ],
  [
    'snap flatpak',
    packageTool(
      `list, find, info, search, remote-ls, remotes, history, version, changes, connections,
      interfaces, services, get, warnings, known`,
    ),
  ],
  [
    `nix nix-env nix-shell nix-store nix-channel nix-collect-garbage nixos-rebuild home-manager
    guix`,
    packageTool('hash, --version'),
  ],
  [
    'winget choco scoop',
    packageTool(
      'list, search, show, info, outdated, find, export, features, source list, --version',
    ),
  ],
  [
    `pkg pkgin pkg_add opkg xbps-install xbps-query emerge equery slackpkg eopkg swupd urpmi conary
    luarocks`,
    packageTool('info, search, list, query, which, stats, audit, show'),
  ],
  [
    'pacman yay paru pamac makepkg pacaur trizen aura',
    {
      effects: 'privilege network writes runs',
      phrase: 'changes the software of the machine',
      infoFlags: '-V -h',
      operands: 'text',
      instead: {
        '-Q -Qi -Ql -Qs -Qe -Qm -Qo -Qk -Qdt -Qu -Qq -Qtdq -Ss -Si -F -Fl --query': 'reads network',
      },
    },
  ],
  [
    'dpkg',
    {
      effects: 'privilege writes runs',
      infoFlags: '--print-architecture',
      instead: {
        '-L --listfiles -s --status -S --search -c --contents -I --info -p --print-avail --get-selections --audit -C --verify -V --compare-versions --print-architecture':
          'reads',
        '-l --list': 'runs reads',
      },
      flags: {
        '--pre-invoke --post-invoke --status-logger --root --instdir --admindir':
          'runs =value : runs programs or works elsewhere',
      },
    },
  ],
  [
    'dpkg-query rpmquery',
    {
      effects: 'reads',
      operands: 'text',
      flags: {
        '--load-avail --admindir --root': 'none =path',
        '-f --showformat -W --show': 'none =pattern?',
        '-l --list': 'runs : opens a pager',
        '--eval -E --pipe --define -D --rcfile --dbpath': 'runs =value',
      },
    },
  ],
  [
    'rpm rpmbuild rpmdb rpmverify rpmkeys',
    {
      effects: 'privilege writes runs',
      instead: { '-q -qa -qi -ql -qf -qd -qc -qR -V -qp -qip -qlp --query --verify': 'reads' },
      flags: {
        '--eval -E --pipe --define -D --rcfile --dbpath --root --macros --load --specfile':
          'runs =value : runs programs or works elsewhere',
      },
    },
  ],
];
