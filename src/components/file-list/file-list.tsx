import { useState } from 'react'
import type { StoredFile } from '#contracts/api/files.ts'
import type { Json } from '#base/json.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { FileBox } from '../files/file-box.tsx'
import { storedFiles } from '../files/stored-files.ts'
import { useRecord } from '../record/use-record.ts'
import type { ViewProps } from '../view-props.ts'
import type { fileList } from './file-list.definition.ts'

/** The files of one field of a record; adding and removing is saved at once. */
export function FileList({
  props: { model: key, id, field: name, label, read_only },
  emit,
  pending,
}: ViewProps<typeof fileList>) {
  const t = useTranslate()
  const model = useModel(key)
  const record = useRecord(model.data ?? null, id)
  const writes = useRecordWrites(key)
  // What was just added or removed, until the record is read again.
  const [latest, setLatest] = useState<{ of: unknown; files: StoredFile[] } | null>(null)
  const field = model.data?.fields.find((one) => one.key === name)
  if ((model.error || record.error) && !record.row) {
    return (
      <ErrorState
        compact
        title={t('The files could not be read')}
        onRetry={() => (model.error ? model.refetch() : record.refetch())}
      />
    )
  }
  if (!model.data || record.isPending || pending) return <Skeleton lines={3} />
  if (!field || !record.row) return null
  const { row } = record
  const files = latest?.of === row ? latest.files : storedFiles(row[name])
  const locked = read_only || field.read_only || !model.data.can.update || writes.readOnly

  const change = async (next: StoredFile[]): Promise<void> => {
    setLatest({ of: row, files: next })
    try {
      await writes.update(
        String(row['id']),
        { [name]: (next.length === 0 ? null : next) as unknown as Json },
        undefined,
        { success: t('Files saved') },
      )
      void emit('changed')
    } catch {
      // The write has said what went wrong; the list shows what is stored.
      setLatest(null)
    }
  }
  return (
    <FileBox
      label={label ?? field.label}
      files={files}
      pictures={field.type === 'image'}
      onChange={locked ? undefined : change}
    />
  )
}
