import { useState } from 'react'
import type { Json } from '#base/json.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './model-viewer.module.css'
import { sendPicture } from './view-picture.ts'
import type { ViewsPlace } from './viewer-viewpoints.tsx'
import type { Viewpoint } from './viewpoint.ts'

interface KeepViewProps {
  place: ViewsPlace
  current: () => Viewpoint | null
  /** Null where none may be kept with it. */
  picture: (() => Promise<Blob | null>) | null
}

/** Keeps the view of now under a name, with a picture of it. */
export function KeepView({ place, current, picture }: KeepViewProps) {
  const t = useTranslate()
  const api = useApi()
  const writes = useRecordWrites(place.model)
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  if (writes.readOnly) return null

  const keep = async (): Promise<void> => {
    const view = current()
    if (!view || name.trim() === '') return
    const bytes = (await picture?.()) ?? null
    const file = bytes && (await sendPicture(api, bytes))
    const isWithout = picture !== null && !file
    try {
      await writes.create(
        {
          [place.name]: name.trim(),
          [place.of]: place.record ?? null,
          [place.view]: { ...view } as unknown as Json,
          ...(file && place.picture !== undefined && { [place.picture]: [{ id: file.id }] }),
        },
        { success: isWithout ? t('View kept, but without its picture') : t('View kept') },
      )
    } catch (error) {
      // No record holds it; what is left for good is removed by the server in time.
      if (file) await api.call('DELETE /api/files/{id}', { params: { id: file.id } }).catch(() => undefined)
      throw error
    }
    setName('')
  }
  return (
    <form
      className={styles.keep}
      onSubmit={(event) => {
        event.preventDefault()
        if (busy) return
        setBusy(true)
        void keep()
          .catch(() => undefined) // the write has said it
          .finally(() => setBusy(false))
      }}
    >
      <TextField label={t('Name of this view')} compact value={name} onChange={setName} />
      <Button type="submit" size="compact" loading={busy} disabled={name.trim() === ''}>
        {t('Keep this view')}
      </Button>
    </form>
  )
}
