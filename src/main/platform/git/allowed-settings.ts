/**
 * Which settings a repository's own config may contain. This is an allowlist because almost every
 * git version adds settings that name programs. docs/decisions/0045-git-settings-allowlist.md
 * gives the reasons for the less obvious entries.
 */
import type { GitSetting } from './config-text.ts';

/**
 * Who runs git there. `ours`: our runner, whose command line and environment override the
 * repository. `editor`: a git that we do not control.
 */
export type GitRunner = 'ours' | 'editor';

type Names = ReadonlySet<string>;

const words = (text: string): Names => new Set(text.trim().split(/\s+/));

/** `section.name` without a subsection. */
const plain = words(`
  core.repositoryformatversion core.filemode core.bare core.logallrefupdates core.ignorecase
  core.precomposeunicode core.symlinks core.autocrlf core.eol core.safecrlf core.compression
  core.loosecompression core.bigfilethreshold core.abbrev core.quotepath core.sparsecheckout
  core.sparsecheckoutcone core.untrackedcache core.preloadindex core.fscache core.longpaths
  core.protecthfs core.protectntfs core.whitespace core.commentchar core.commentstring
  core.trustctime core.checkstat core.ignorestat core.splitindex core.sharedrepository
  core.commitgraph core.multipackindex core.deltabasecachelimit core.packedgitlimit
  core.packedgitwindowsize core.fsync core.fsyncmethod core.fsyncobjectfiles core.createobject
  core.warnambiguousrefs core.usereplacerefs core.notesref core.hidedotfiles
  core.checkroundtripencoding core.maxtreedepth core.packedrefstimeout core.filesreflocktimeout
  core.disambiguate
  blame.blankboundary blame.coloring blame.date blame.showemail blame.showroot
  blame.ignorerevsfile blame.markunblamablelines blame.markignoredlines
  checkout.defaultremote checkout.guess checkout.workers checkout.thresholdforparallelism
  commit.cleanup commit.gpgsign commit.status commit.verbose
  diff.algorithm diff.autorefreshindex diff.colormoved diff.colormovedws diff.context diff.dirstat
  diff.dstprefix diff.ignoresubmodules diff.indentheuristic diff.interhunkcontext
  diff.mnemonicprefix diff.noprefix diff.relative diff.renamelimit diff.renames diff.srcprefix
  diff.statgraphwidth diff.statnamewidth diff.submodule diff.suppressblankempty diff.tool
  diff.guitool diff.trustexitcode diff.wordregex diff.wserrorhighlight
  extensions.objectformat extensions.compatobjectformat extensions.worktreeconfig
  extensions.preciousobjects extensions.relativeworktrees extensions.refstorage extensions.noop
  gpg.format gpg.mintrustlevel
  init.defaultbranch interactive.singlekey
  merge.branchdesc merge.conflictstyle merge.defaulttoupstream merge.directoryrenames merge.ff
  merge.guitool merge.log merge.renamelimit merge.renames merge.renormalize merge.stat
  merge.autostash merge.suppressdest merge.tool merge.verbosity merge.verifysignatures
  protocol.version
  push.autosetupremote push.default push.followtags push.gpgsign push.negotiate push.pushoption
  push.recursesubmodules push.useforceifincludes push.usebitmaps
  remote.pushdefault
  submodule.active submodule.recurse submodule.fetchjobs submodule.propagatebranches
  submodule.alternatelocation submodule.alternateerrorstrategy submodule.stickyrecursiveclone
  lfs.url lfs.pushurl lfs.repositoryformatversion lfs.locksverify lfs.fetchinclude lfs.fetchexclude
  lfs.fetchrecentalways lfs.fetchrecentcommitsdays lfs.fetchrecentrefsdays
  lfs.fetchrecentremoterefs lfs.pruneoffsetdays lfs.pruneverifyremotealways
  lfs.pruneremotetocheck lfs.concurrenttransfers lfs.basictransfersonly lfs.tustransfers
  lfs.allowincompletepush lfs.setlockablereadonly lfs.lockignoredfiles lfs.skipdownloaderrors
  lfs.dialtimeout lfs.tlstimeout lfs.activitytimeout lfs.keepalive lfs.defaulttokenttl
  uploadpack.allowanysha1inwant uploadpack.allowfilter uploadpack.allowreachablesha1inwant
  uploadpack.allowtipsha1inwant uploadpack.hiderefs uploadpack.keepalive
  user.name user.email user.signingkey user.useconfigonly
`);

/** `section.*.name`, with any subsection. */
const named = words(`
  remote.url remote.pushurl remote.fetch remote.push remote.tagopt remote.prune remote.prunetags
  remote.mirror remote.skipdefaultupdate remote.skipfetchall remote.followremotehead
  remote.gh-resolved remote.projects remote.review remote.serveroption remote.lfsurl remote.lfspushurl
  submodule.url submodule.active submodule.branch submodule.ignore submodule.shallow
  submodule.fetchrecursesubmodules submodule.update submodule.path
  diff.xfuncname diff.funcname diff.binary diff.wordregex diff.algorithm diff.cachetextconv
  diff.trustexitcode
  merge.name merge.recursive
  lfs.access lfs.locksverify lfs.contenttype
  filter.required filter.clean filter.smudge filter.process
  url.insteadof url.pushinsteadof
  gpg.mintrustlevel
`);

/**
 * Sections that only affect how git displays, keeps or names things, or that git itself does not
 * know.
 */
const sections = words(`
  advice am apply author branch color column commitgraph committer completion fetch format gc
  gitcvs gitflow gitbutler grep gui help i18n index log maintenance notes pack pull rebase receive
  remotes repack rerere showbranch sparse splitindex stash status svn svn-remote tag transfer
  versionsort worktree feature mailinfo bugtraq gerrit github gitlab stgit branchless alias vscode
  hub ghq gitreview git-town git-town-branch hooks absorb tig cola magit forge oh-my-zsh bash
  clone
`);

/** Settings in allowed sections that name programs. */
const refusedAnyway: Names = words('gc.recentobjectshook');

/** Our command line overrides these, or no git command that we run uses them. */
const inertForUs: Names = words(`
  core.hookspath core.fsmonitor core.pager core.editor core.askpass core.sshcommand core.gitproxy
  diff.external diff.orderfile diff.*.command diff.*.textconv merge.*.driver
  gpg.program gpg.*.program gpg.*.allowedsignersfile gpg.*.revocationfile
  gpg.*.defaultkeycommand sequence.editor interactive.difffilter commit.template
  extensions.partialclone remote.*.promisor remote.*.partialclonefilter
  remote.*.proxy remote.*.proxyauthmethod
`);
const sectionsInertForUs = words(`
  credential http pager difftool mergetool guitool sendemail browser man
  ssh web instaweb imap git-p4 annex secrets delta diff-so-fancy
`);

/** The clean and smudge commands that Git LFS writes itself. */
const lfsCommands: Names = new Set([
  'git-lfs clean -- %f',
  'git-lfs smudge -- %f',
  'git-lfs smudge --skip -- %f',
  'git-lfs filter-process',
  'git-lfs filter-process --skip',
]);

const isNumberOrBoolean = (value: string): boolean => /^(true|false|yes|no|\d*)$/i.test(value);

/**
 * Settings that are allowed depending on their value; each function returns whether a value is
 * allowed.
 */
const values: Readonly<Record<string, (value: string) => boolean>> = {
  'filter.*.clean': (value) => lfsCommands.has(value),
  'filter.*.smudge': (value) => lfsCommands.has(value),
  'filter.*.process': (value) => lfsCommands.has(value),
  'submodule.*.update': (value) => /^(none|checkout|rebase|merge)$/.test(value),
  // Later versions of git accept the address of another folder here.
  'extensions.refstorage': (value) => /^(files|reftable)$/.test(value),
  'extensions.objectformat': (value) => /^sha(1|256)$/.test(value),
  'extensions.worktreeconfig': isNumberOrBoolean,
  'remote.*.url': isNoCommand,
  'remote.*.pushurl': isNoCommand,
  'submodule.*.url': isNoCommand,
};

/** `ext::` and `fd::` are transports that run what they name. */
function isNoCommand(url: string): boolean {
  return !/^\s*(ext|fd)::/i.test(url);
}

/** Settings that must have one specific value, which the caller knows. */
export interface SettingContext {
  /** The allowed value of `core.worktree`. */
  isOwnWorktree(value: string): boolean;
}

export function isAllowed(setting: GitSetting, runner: GitRunner, around: SettingContext): boolean {
  const { section, subsection, name } = setting;
  // Git sees other bytes than we do, so we would override a different setting.
  if (setting.key.includes('\uFFFD')) return false;
  const value = setting.value ?? 'true';
  if (section === 'url' && subsection !== null && !isNoCommand(subsection)) return false;
  const form = subsection === null ? `${section}.${name}` : `${section}.*.${name}`;
  if (form === 'core.worktree') return around.isOwnWorktree(value);
  if (refusedAnyway.has(form)) return false;
  if (values[form] && !values[form](value)) return false;
  const inList = subsection === null ? plain.has(form) : named.has(`${section}.${name}`);
  if (inList || sections.has(section)) return true;
  return runner === 'ours' && (inertForUs.has(form) || sectionsInertForUs.has(section));
}

const replaced = words('merge.driver diff.textconv diff.command');

/** Allowed settings whose programs are replaced by one that does nothing, to be safe. */
export const replacements = (settings: readonly GitSetting[]): readonly [string, string][] =>
  settings
    .filter(
      ({ section, subsection, name }) => subsection !== null && replaced.has(`${section}.${name}`),
    )
    .map(({ key }) => [key, 'false']);
