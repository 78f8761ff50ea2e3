import { closeSync, openSync } from 'node:fs'
import { type UnprivilegedUser, canReach } from './unprivileged-user.ts'

/** A folder as a child process may name it: `path`, with `stdio` to pass on as its file descriptors from 3 on. */
export interface FolderHandle {
  path: string
  stdio: number[]
  close(): void
}

/**
 * Names a folder for a child that runs as `user`. When a parent folder is closed to that user (a project under
 * `/root`), the child inherits the open folder and reaches it as `/proc/self/fd/3`, which needs no right on parents.
 */
export function folderHandle(dir: string, user: UnprivilegedUser | null): FolderHandle {
  if (!user || process.platform !== 'linux' || canReach(user, dir)) {
    return { path: dir, stdio: [], close: () => undefined }
  }
  const descriptor = openSync(dir, 'r')
  return { path: '/proc/self/fd/3', stdio: [descriptor], close: () => closeSync(descriptor) }
}
