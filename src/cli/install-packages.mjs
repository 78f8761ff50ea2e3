import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether every package of the lock file is there in its version (platform packages of other machines excepted). */
function isInstalled(root) {
  const wanted = join(root, 'package-lock.json')
  const present = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(present)) return false
  const versions = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const here = versions(present)
  return Object.entries(versions(wanted)).every(
    ([path, { version, optional }]) =>
      path === '' || (here[path] ? here[path].version === version : optional === true),
  )
}

/**
 * Installs the locked packages when some are missing; install scripts are not needed and not run.
 * Resolves to npm's exit code, 0 when nothing was to do.
 */
export async function installPackages(root) {
  if (isInstalled(root)) return 0
  console.log('Installing packages (once; a minute or two) …')
  return new Promise((resolve) => {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const child = spawn(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: root,
      stdio: 'inherit',
    })
    child.on('close', (code) => resolve(code ?? 1))
    child.on('error', () => resolve(1))
  })
}
