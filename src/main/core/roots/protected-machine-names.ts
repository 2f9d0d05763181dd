/** Protected names: files of the user's shell, login and machine. */
import type { ProtectedGroup } from './protected-group.ts';

export const shells: readonly ProtectedGroup[] = [
  {
    effect: 'Your shell runs this by itself when you enter the folder.',
    later: 'hold-back',
    patterns: [
      ...['.envrc', '.direnv/', '~/.config/direnv/', 'mise.toml', '.mise.toml', 'mise.local.toml'],
      ...['.mise/', '~/.config/mise/', '.tool-versions', '.rvmrc', 'devbox.json'],
      ...['flake.nix', 'shell.nix', 'default.nix'],
    ],
  },
  {
    effect: 'Your shell runs this by itself each time it starts.',
    later: 'hold-back',
    patterns: [
      ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.bashrc.d/'],
      ...['.profile', '.zshrc', '.zshenv', '.zprofile', '.zlogin', '.zlogout', '.zshrc.d/'],
      ...['.oh-my-zsh/', '.kshrc', '.mkshrc', '.cshrc', '.tcshrc', '.login', '.logout', '.inputrc'],
      ...['~/.config/fish/', '~/.config/nushell/', '~/.config/environment.d/', '.pam_environment'],
      ...['*profile.ps1', '~/.config/powershell/'],
    ],
  },
  {
    effect: 'A program you use runs this by itself each time it starts.',
    later: 'hold-back',
    patterns: [
      ...['.tmux.conf', '~/.config/tmux/', '.screenrc', '.gdbinit', '.lldbinit', '.pdbrc'],
      ...['.pythonrc', '.pythonrc.py', '.irbrc', '.pryrc', '.Rprofile', '.octaverc', '.psqlrc'],
      ...['.sqliterc', '.curlrc', '.wgetrc', '.netrc', 'ansible.cfg', '.terraformrc'],
    ],
  },
];

export const machine: readonly ProtectedGroup[] = [
  {
    effect: 'It decides who can log in as you, and as whom you log in elsewhere.',
    later: 'hold-back',
    patterns: [
      '.ssh/',
      '~/.gnupg/',
      '~/.aws/',
      '~/.kube/',
      '~/.docker/',
      '~/.azure/',
      '~/.config/gcloud/',
    ],
  },
  {
    effect: 'It starts by itself when you log in.',
    later: 'hold-back',
    patterns: [
      ...['~/.config/autostart/', 'autostart/*.desktop', 'LaunchAgents/', 'LaunchDaemons/'],
      ...['Start Menu/Programs/Startup/', '~/.config/plasma-workspace/env/', '.xinitrc'],
      ...['.xsession', '.xsessionrc', '.xprofile', '~/.config/i3/', '~/.config/sway/'],
      ...['~/.config/hypr/', '~/.config/openbox/'],
    ],
  },
  {
    effect: 'The system starts this by itself, now or at a set time.',
    later: 'hold-back',
    patterns: [
      '~/.config/systemd/',
      '~/.local/share/systemd/',
      'systemd/user/',
      '/var/spool/cron/',
    ],
  },
  {
    effect: 'Deleted files are kept here until you put them back.',
    patterns: ['.Trash-*/', '~/.local/share/Trash/'],
  },
  {
    effect: 'It replaces a program that you start by name.',
    later: 'hold-back',
    patterns: ['~/.local/bin/', '~/bin/', '~/.local/share/applications/', '~/.local/share/dbus-1/'],
  },
  {
    effect: 'It belongs to the system and works for every user of this machine.',
    later: 'hold-back',
    patterns: [
      ...[
        '/etc/',
        '/usr/bin/',
        '/usr/sbin/',
        '/usr/lib/',
        '/usr/local/bin/',
        '/bin/',
        '/sbin/',
        '/lib/',
        '/lib64/',
        '/boot/',
        '/System/',
      ],
      ...['/C:/Windows/', '/C:/Program Files/', '/C:/Program Files (x86)/', '/C:/ProgramData/'],
    ],
  },
];
