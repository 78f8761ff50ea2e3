import { type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The user PostgreSQL runs as when Node is root: PostgreSQL refuses root. */
export interface UnprivilegedUser {
  uid: number
  gid: number
}

const nobody: UnprivilegedUser = { uid: 65534, gid: 65534 }

/** Null when this process is no root (then PostgreSQL runs as the same user); else the owner of the data, or nobody. */
export function unprivilegedUser(clusterDir: string): UnprivilegedUser | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
}

/** Whether `user` may walk through every folder down to `path` and read what is there, by the mode bits. */
export function canReach(user: UnprivilegedUser, path: string): boolean {
  const target = resolve(path)
  const stats = statSync(target, { throwIfNoEntry: false })
  if (!stats || !allows(user, stats, stats.isDirectory() ? 0o5 : 0o4)) return false
  for (let folder = dirname(target); ; folder = dirname(folder)) {
    if (!allows(user, statSync(folder), 0o1)) return false
    if (folder === dirname(folder)) return true
  }
}

function allows(user: UnprivilegedUser, stats: Stats, bits: number): boolean {
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0
  return ((stats.mode >> shift) & bits) === bits
}
