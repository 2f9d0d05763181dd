/** Programs for processes, devices, services and the desktop. */
import type { ProgramFamily, ProgramSpec } from '../program-spec.ts';

const root: ProgramSpec = { effects: 'privilege', phrase: 'changes the system' };
const looks: ProgramSpec = { effects: 'reads', operands: 'loose' };

/** These open a pager from which programs can be started. */
const paged: ProgramSpec = {
  effects: 'runs reads',
  phrase: 'opens a pager that can run programs',
  instead: { '--no-pager': 'reads' },
};

const pagedControl = (changes: string): ProgramSpec => ({
  effects: 'runs reads',
  phrase: 'opens a pager that can run programs',
  flags: {
    '-H --host -M --machine': 'network =value',
    '-t --type -p --property -n --lines -o --output --state': 'none =value',
    '--root --image': 'privilege =path',
    '--no-pager': 'none',
  },
  subcommands: [
    [
      `list-units, list-unit-files, list-timers, list-sockets, list-jobs, list-dependencies, status, show, cat, list-sessions, list-users, list-seats, session-status, user-status, list-timezones, timesync-status, list, tree, introspect, monitor, capture, dump, list-machines, show-session, show-user, show-timesync, get-property`,
      paged,
    ],
    [
      `is-active, is-enabled, is-failed, is-system-running, get-default, show-environment,
      hostname`,
      'reads',
    ],
    [changes, 'privilege runs'],
    ['edit', 'privilege runs'],
  ],
});

export const systemFamily: ProgramFamily = [
  [
    `ps pgrep pidof pstree pwdx free vmstat iostat mpstat uname lscpu lsblk lsusb lspci
    lsmod lsmem lsns lsipc lslocks lslogins lsb_release getconf locale acpi
    sw_vers system_profiler ioreg vm_stat numastat tload ipcs biosdecode lsscsi runlevel
    kextstat tasklist systeminfo where findstr ver vol driverquery getmac quser`,
    { ...looks, flags: { '-o --format -p -u -C -t --sort': 'none =value' } },
  ],
  [
    `top htop btop bpytop bottom btm glances atop nmon gtop powertop iotop iftop nethogs bandwhich
    nload bmon`,
    {
      effects: 'runs deletes',
      phrase: 'opens a program that can end others',
      instead: { '-b -n1': 'reads' },
      flags: { '-b -n1': 'none', '-n -d -p -u -o': 'none =value' },
    },
  ],
  [
    'neofetch fastfetch screenfetch',
    { effects: 'runs reads', phrase: 'takes settings that are code' },
  ],
  ['lsof netstat vmmap sockstat', { ...looks, flags: { '-F': 'reads =path?' } }],
  [
    'ss',
    {
      effects: 'reads',
      operands: 'text',
      flags: {
        '-K --kill': 'deletes : closes connections',
        '-F --filter': 'reads =path',
        '-D --diag': 'writes =out',
        '-f --family -A --query': 'none =value',
      },
    },
  ],
  [
    'arp',
    {
      effects: 'reads',
      operands: 'loose',
      flags: { '-s --set -d --delete -f --file': 'privilege =path?' },
    },
  ],
  [
    'last lastb',
    {
      effects: 'reads',
      operands: 'text',
      flags: { '-f --file': 'reads =path', '-n -s -t': 'none =value' },
    },
  ],
  ['pidstat dstat', { effects: 'runs reads', phrase: 'can start programs or load code' }],
  [
    'getent',
    {
      effects: 'reads privilege',
      phrase: 'looks into the lists of people and secrets of the machine',
    },
  ],
  [
    'inxi nvidia-smi rocm-smi lastlog faillog blkid dmidecode sar lshw hwinfo sensors pmap',
    { effects: 'privilege writes', phrase: 'looks at the machine, and can change it' },
  ],
  [
    'hostname domainname dnsdomainname',
    {
      effects: 'privilege',
      bare: 'reads',
      instead: {
        '-f -s -i -I -d -A -a --fqdn --short --ip-address --all-ip-addresses --long': 'reads',
      },
      flags: { '-F --file': 'privilege =path' },
    },
  ],
  [
    'dmesg',
    {
      effects: 'reads',
      flags: {
        '-C -c --clear --read-clear -D -E -n --console-level': 'privilege',
        '-H --human': 'runs : opens a pager',
        '-F --file': 'reads =path',
        '-l -f --level --facility': 'none =value',
      },
    },
  ],
  [
    'journalctl',
    {
      ...paged,
      flags: {
        '--vacuum-size --vacuum-time --vacuum-files --rotate --flush --sync --relinquish-var --setup-keys --update-catalog':
          'privilege =value?',
        '-u --unit -n --lines -S --since -U --until -p --priority -t --identifier -o --output -g --grep --boot -b --output-fields':
          'none =value',
        '-D --directory --file --root': 'reads =path',
        '--no-pager': 'none',
      },
    },
  ],
  [
    'systemctl service rc-service rc-update initctl launchctl sc',
    pagedControl(
      `start, stop, restart, reload, enable, disable, mask, unmask, daemon-reload,
      daemon-reexec, kill, isolate, reset-failed, set-property, link, revert, add-wants,
      set-default, set-environment, import-environment, poweroff, reboot, halt, suspend,
      hibernate, hybrid-sleep, kexec, rescue, emergency, default, exit, switch-root, preset,
      try-restart, reload-or-restart, load, unload, bootstrap, bootout, kickstart, submit,
      config, create, delete, query, *`,
    ),
  ],
  [
    `loginctl timedatectl busctl machinectl localectl hostnamectl networkctl coredumpctl bootctl
    homectl portablectl`,
    pagedControl('*'),
  ],
  [
    `systemd-analyze systemd-cgls systemd-cgtop systemd-path systemd-detect-virt systemd-escape`,
    paged,
  ],
  [
    'ip',
    {
      effects: 'privilege',
      phrase: 'changes the network of the machine',
      infoFlags: '-V',
      flags: {
        '-b -batch --batch': 'runs =path : runs commands from a file',
        '-force': 'none',
        '-n -netns': 'privilege =value',
        '-f -family': 'none =value',
      },
      subcommands: [
        [
          `addr, a, address, link, l, route, r, neigh, n, rule, maddr, addr show, a show,
          address show, addr list, link show, link list, l show, route show, route list,
          route get, r show, neigh show, rule show, rule list, netns list, netns, tunnel show,
          monitor, -s, maddr show`,
          { effects: 'reads', operands: 'text' },
        ],
        [
          `addr *, a *, address *, link *, l *, route *, r *, neigh *, n *, rule *, tunnel *,
          netns add, netns delete, maddr *, vrf *, xfrm *, tuntap *, token *, tcp_metrics *`,
          'privilege',
        ],
        ['netns exec, vrf exec', 'privilege runs'],
      ],
    },
  ],
  [
    `ifconfig route iwconfig iw nmcli networksetup scutil netsh ethtool tc bridge brctl iptables
    ip6tables nft ufw firewall-cmd ipset iptables-save iptables-restore sysctl modprobe insmod
    rmmod depmod mount umount swapon swapoff fdisk parted mkfs mkfs.ext4 mkfs.xfs mkfs.vfat mkswap
    fsck e2fsck tune2fs resize2fs debugfs dumpe2fs cryptsetup lvcreate lvextend pvcreate vgcreate
    lvs vgs pvs mdadm zfs zpool btrfs useradd adduser usermod userdel deluser groupadd groupmod
    groupdel addgroup delgroup passwd chpasswd chage chsh chfn gpasswd newusers shutdown reboot
    halt poweroff init telinit wall write logger logsave hwclock rtcwake grub-install update-grub
    grub-mkconfig dracut mkinitcpio update-initramfs efibootmgr ldconfig ld.so update-alternatives
    alternatives locale-gen setenforce semanage restorecon getenforce aureport ausearch auditctl
    fail2ban-client logrotate plymouth dmsetup hdparm nvme wipefs badblocks testdisk photorec
    smartctl systemd-tmpfiles agetty quota edquota quotacheck diskutil hdiutil asr nvram csrutil
    spctl tccutil pmset tmutil dscl sysadminctl profiles reg net schtasks wmic bcdedit diskpart
    format chkdsk sfc dism netcfg regsvr32 rundll32 mshta cscript wscript msiexec takeown setx
    w32tm gpupdate powercfg`,
    root,
  ],
  [
    `open xdg-open gnome-open kde-open start explorer osascript automator shortcuts say xdotool
    ydotool wtype wmctrl xmodmap xset xrandr xinput dconf gsettings gdbus dbus-send qdbus
    notify-send zenity dialog whiptail kdialog yad rofi dmenu fzf sk peco gum xclip xsel wl-copy
    wl-paste pbcopy pbpaste screencapture scrot maim flameshot grim slurp ffplay mpv vlc mplayer
    aplay paplay play espeak festival defaults plutil PlistBuddy codesign xcode-select pkgutil
    installer softwareupdate mas xdg-mime xdg-settings update-desktop-database xdg-user-dir
    google-chrome chromium firefox brave msedge safari thunderbird mutt mail mailx sendmail msmtp`,
    { effects: 'runs', phrase: 'opens, shows or changes something on the desktop' },
  ],
  [
    `cron sshd nginx apache2 apache2ctl httpd caddy traefik haproxy lighttpd dnsmasq named php-fpm
    dockerd containerd supervisord supervisorctl s6-svc runit sv monit rsyslogd mosquitto asterisk
    varnishd varnishncsa envoy vsftpd smbd cupsd`,
    { effects: 'runs network', phrase: 'is a server, or steers one' },
  ],
];
