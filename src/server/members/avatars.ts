import { randomUUID } from 'node:crypto'
import { AppError } from '#base/app-error.ts'
import type { Tx } from '../database/in-tenant.ts'
import { smallPicture } from '../files/pictures/small-picture.ts'

/** Gives the person of the transaction a picture, or takes it away (null). Answers its address. Throws 415. */
export async function setAvatar(tx: Tx, given: Buffer | null): Promise<string | null> {
  const picture = given && (await smallPicture(given))
  const { rows } = await tx.query<{ address: string | null }>(
    'select app.set_avatar($1, $2, $3) as address',
    [randomUUID(), picture?.bytes ?? null, picture?.type ?? null],
  )
  return rows[0]?.address ?? null
}

/** A picture's bytes and type, 404 for one that is gone. */
export async function readAvatar(
  tx: Pick<Tx, 'query'>,
  userId: string,
  id: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  const { rows } = await tx.query<{ picture: Buffer; type: string }>(
    'select * from app.read_avatar($1, $2)',
    [userId, id],
  )
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return { bytes: new Uint8Array(row.picture), type: row.type }
}
