import type { StoredFile } from '#contracts/api/files.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { CheckedItem } from './check-references.ts'
import type { RecordContext } from './record-context.ts'
import { refuse, type OnRefused, type Refusals } from './refusals.ts'

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string'
      ? [entry.id]
      : [],
  )

/**
 * Refuses files that are not there, that another person uploaded (unless the record holds them already), and anything
 * but a picture in a picture field. Puts the stored name, type and size in place of what was sent.
 */
export async function checkFiles(
  { tx, caller }: RecordContext,
  model: ModelInfo,
  items: readonly (CheckedItem & { before: Record<string, unknown> | null })[],
  refusals: Refusals,
  onRefused: OnRefused,
  path: string,
): Promise<void> {
  const ids = [...new Set(items.flatMap(({ validated }) => validated.files.flatMap((file) => file.ids)))]
  if (ids.length === 0) return
  // Marked before it is looked at: upkeep that removes unused uploads either sees the mark or is done by now.
  await tx.query(
    `update app.files set held_at = now()
     where tenant_id = $1 and id = any($2::uuid[]) and created_by = $3 and held_at is null and deleted_at is null`,
    [caller.tenantId, ids, caller.userId],
  )
  const { rows } = await tx.query<StoredFile & { created_by: string }>(
    'select id, name, type, size::float8 as size, created_by from app.files where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null',
    [caller.tenantId, ids],
  )
  const stored = new Map(rows.map((file) => [file.id, file]))
  for (const { index, validated, before } of items) {
    for (const { key, ids } of validated.files) {
      const held = new Set(idsIn(before?.[key]))
      const pictures = model.fields.get(key)?.type === 'image'
      const mayUse = (id: string): boolean => {
        const file = stored.get(id)
        return (
          file !== undefined &&
          (file.created_by === caller.userId || held.has(id)) &&
          (!pictures || file.type.startsWith('image/'))
        )
      }
      if (ids.every((id) => mayUse(id))) {
        validated.attributes[key] = ids.flatMap((id) => {
          const file = stored.get(id)
          return file ? [{ id, name: file.name, type: file.type, size: file.size }] : []
        })
        continue
      }
      const message = pictures ? 'Upload a picture first.' : 'Upload the file first.'
      refuse(index, refusals, onRefused, 'invalid', 'Some values are not valid.', [
        { path: `${path}.${key}`, code: 'file', message },
      ])
    }
  }
}
