/** Settings by which a repository could have a program run, or lead git elsewhere. */

export interface Traps {
  /** A program that leaves a mark. */
  readonly program: string;
  /** A folder with that program as every hook. */
  readonly hooks: string;
  /** The `.git` of a repository beside the granted folder. */
  readonly sibling: string;
  /** A config file with settings of the same kind. */
  readonly more: string;
}

export type Setting = readonly [key: string, value: string];

/** With `P` for the program. */
const programs = `
core.fsmonitor=P|core.pager=P|core.editor=P|core.askPass=P|core.sshCommand=P|core.gitProxy=P
core.alternateRefsCommand=P|core.attributesFile=P|core.excludesFile=P|core.unsetEnvVars=GIT_ALLOW_PROTOCOL
pager.status=P|pager.diff=P|pager.branch=P|pager.config=P|sequence.editor=P|gc.recentObjectsHook=P
diff.external=P|diff.evil.command=P|diff.evil.textconv=P|diff.evil.cachetextconv=true|difftool.x.cmd=P
merge.evil.driver=P|mergetool.x.cmd=P|merge.tool=x|interactive.diffFilter=P
filter.evil.clean=P|filter.evil.smudge=P|filter.evil.process=P|filter.evil.required=true
filter.lfs.clean=P|filter.lfs.process=git-lfs filter-process
gpg.program=P|gpg.ssh.program=P|gpg.x509.program=P|gpg.ssh.defaultKeyCommand=P|gpg.format=ssh
commit.gpgSign=true|tag.gpgSign=true|log.showSignature=true|user.signingKey=x|push.gpgSign=true
credential.helper=!P|credential.https://example.com.helper=!P|trailer.x.command=P|trailer.x.cmd=P
trailer.consent-id.cmd=P|hook.evil.command=P|hook.evil.event=pre-commit|hook.evil.enabled=true
hook.post-index-change.enabled=true|remote.origin.url=ext::P|remote.origin.pushurl=fd::17
remote.origin.url=file:///nowhere|remote.origin.uploadpack=P|remote.origin.receivepack=P|remote.origin.vcs=ext
remote.origin.promisor=true|remote.origin.partialCloneFilter=blob:none|extensions.partialClone=origin
remote.origin.proxy=P|protocol.ext.allow=always|protocol.allow=always|protocol.file.allow=always
url.ext::P .insteadOf=https://|submodule.inner.update=!P|submodule.recurse=true|submodule.inner.ignore=none
diff.ignoreSubmodules=none|status.submoduleSummary=true|diff.submodule=diff|alias.status=!P|alias.diff=!P
lfs.customtransfer.x.path=P|lfs.standalonetransferagent=x|lfs.extension.x.clean=P|lfs.extension.x.smudge=P
uploadpack.packObjectsHook=P|tar.x.command=P|web.browser=P|browser.x.cmd=P|man.x.cmd=P|guitool.x.cmd=P
sendemail.smtpServer=P|instaweb.httpd=P|maintenance.auto=true|gc.auto=1|rerere.enabled=true|rerere.autoUpdate=true
extensions.worktreeConfig=true|core.repositoryFormatVersion=1|core.checkStat=minimal|core.trustctime=false
fetch.recurseSubmodules=true|fetch.bundleURI=P|transfer.bundleURI=true|bundle.version=1|bundle.x.uri=P
commit.template=P|blame.ignoreRevsFile=P|mailmap.file=P|safe.bareRepository=all|safe.directory=*
trace2.normalTarget=M|trace2.eventTarget=M|http.cookieFile=M|http.sslKey=M|init.templateDir=M|no.such=P
`;

/** With `S` for the sibling's git folder, `M` for more settings, `H` for the hooks. */
const elsewhere = `
core.hooksPath=H|core.worktree=S/..|core.worktree=/|include.path=M|includeIf.gitdir:**.path=M
includeIf.gitdir/i:/.path=M|includeIf.onbranch:**.path=M|includeIf.hasconfig:remote.*.url:**.path=M
extensions.refStorage=files://S|extensions.objectFormat=sha1|lfs.storage=S|lfs.url=file://S|core.bare=true
core.bare=false|gitcvs.dbDriver=P|notes.rewriteRef=S|receive.certNonceSeed=S|core.notesRef=refs/notes/x
`;

export function hostileSettings({ program, hooks, sibling, more }: Traps): readonly Setting[] {
  return `${programs}${elsewhere}`
    .trim()
    .split(/[|\n]/)
    .filter((one) => one !== '')
    .map((one) => {
      const [key = '', ...value] = one.split('=');
      const fill = (text: string): string =>
        text
          .replace(/^(!|ext::)?P\b/, (_, before: string | undefined) => `${before ?? ''}${program}`)
          .replace(/\bS\b/, sibling)
          .replace(/^M$/, more)
          .replace(/^H$/, hooks);
      return [key.replace('P', program), fill(value.join('='))] as const;
    });
}

/** As it stands in a config file. */
export function configText([key, value]: Setting): string {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const middle = first === last ? '' : ` ${quoted(key.slice(first + 1, last))}`;
  return `[${key.slice(0, first)}${middle}]\n\t${key.slice(last + 1)} = ${quoted(value)}\n`;
}
