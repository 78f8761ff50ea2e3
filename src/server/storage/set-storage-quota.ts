import type pg from 'pg'

/** Tells the database how many bytes a workspace may keep that has no number of its own. */
export async function setStorageQuota(owner: pg.Pool, bytes: number): Promise<void> {
  await owner.query('update app_private.storage_settings set quota = $1 where quota <> $1', [bytes])
}
