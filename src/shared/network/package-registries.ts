/** The hosts that package managers download from, which the user can allow as one set. */
interface Registry {
  readonly name: string;
  readonly hosts: readonly string[];
}

export const packageRegistries: readonly Registry[] = [
  { name: 'npm', hosts: ['registry.npmjs.org'] },
  { name: 'Yarn', hosts: ['registry.yarnpkg.com', 'repo.yarnpkg.com'] },
  { name: 'JSR', hosts: ['jsr.io', 'npm.jsr.io'] },
  { name: 'PyPI', hosts: ['pypi.org', 'files.pythonhosted.org'] },
  { name: 'conda', hosts: ['conda.anaconda.org', 'repo.anaconda.com'] },
  { name: 'crates.io', hosts: ['crates.io', 'index.crates.io', 'static.crates.io'] },
  { name: 'Go', hosts: ['proxy.golang.org', 'sum.golang.org'] },
  { name: 'RubyGems', hosts: ['rubygems.org', 'index.rubygems.org'] },
  {
    name: 'Maven',
    hosts: ['repo1.maven.org', 'repo.maven.apache.org', 'plugins.gradle.org'],
  },
  { name: 'NuGet', hosts: ['api.nuget.org'] },
  { name: 'Packagist', hosts: ['packagist.org', 'repo.packagist.org'] },
  { name: 'Hex', hosts: ['hex.pm', 'repo.hex.pm'] },
  { name: 'Debian', hosts: ['deb.debian.org', 'security.debian.org'] },
  { name: 'Ubuntu', hosts: ['archive.ubuntu.com', 'security.ubuntu.com', 'ports.ubuntu.com'] },
  { name: 'Alpine', hosts: ['dl-cdn.alpinelinux.org'] },
];

const names: ReadonlyMap<string, string> = new Map(
  packageRegistries.flatMap(({ name, hosts }) => hosts.map((host) => [host, name] as const)),
);

/** The registry it belongs to; null for all other hosts. Packages are fetched over HTTPS. */
export const registryOf = (host: string, port: number): string | null =>
  port === 443 ? (names.get(host) ?? null) : null;
