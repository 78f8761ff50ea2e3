import { useState } from 'react'
import type { Json } from '#base/json.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/popover.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { textOf } from '../props/text-of.ts'
import styles from './model-viewer.module.css'
import { isViewpoint, type Viewpoint } from './viewpoint.ts'

interface ViewerViewpointsProps {
  /** Where views are kept. */
  place: { model: string; name: string; view: string; of: string; record?: string | null }
  /** The view as it is now. */
  current: () => Viewpoint | null
  onOpen: (view: Viewpoint) => void
}

/** Kept views: one press goes back to one; the view of now is kept under a name. */
export function ViewerViewpoints(props: ViewerViewpointsProps) {
  const t = useTranslate()
  const model = useModel(props.place.model)
  const [open, setOpen] = useState(false)
  if (!model.data) return null
  return (
    <Popover
      label={t('Views')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      content={<KeptViews {...props} mayKeep={model.data.can.create} onDone={() => setOpen(false)} />}
    >
      {(trigger) => <IconButton icon="bookmark" label={t('Views')} {...trigger} />}
    </Popover>
  )
}

interface KeptViewsProps extends ViewerViewpointsProps {
  mayKeep: boolean
  onDone: () => void
}

function KeptViews({ place, current, onOpen, mayKeep, onDone }: KeptViewsProps) {
  const t = useTranslate()
  const writes = useRecordWrites(place.model)
  const [name, setName] = useState('')
  const views = useQuery(
    place.record
      ? {
          model: place.model,
          where: { field: place.of, op: 'eq', value: place.record },
          fields: [place.name, place.view],
          sort: [{ field: 'created_at', dir: 'desc' }],
          page: { size: 50 },
        }
      : null,
    { keep: true },
  )
  const keep = async (): Promise<void> => {
    const view = current()
    if (!view || name.trim() === '') return
    await writes.create(
      {
        [place.name]: name.trim(),
        [place.of]: place.record ?? null,
        [place.view]: { ...view } as unknown as Json,
      },
      { success: t('View kept') },
    )
    setName('')
    views.refetch()
  }
  const kept = (views.data?.rows ?? []).flatMap((row) => {
    const view: unknown = row[place.view]
    return isViewpoint(view) ? [{ id: String(row['id']), title: textOf(row[place.name]), view }] : []
  })
  return (
    <div className={styles.views}>
      {kept.length === 0 && <p className={styles.quiet}>{t('No views are kept yet.')}</p>}
      <ul className={styles.groups}>
        {kept.map(({ id, title, view }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.groupLine}
              onClick={() => {
                onOpen(view)
                onDone()
              }}
            >
              <span className={styles.groupLabel}>{title}</span>
            </button>
          </li>
        ))}
      </ul>
      {mayKeep && !writes.readOnly && (
        <form
          className={styles.keep}
          onSubmit={(event) => {
            event.preventDefault()
            void keep().catch(() => undefined) // the write has said it
          }}
        >
          <TextField label={t('Name of this view')} compact value={name} onChange={setName} />
          <Button type="submit" size="compact" disabled={name.trim() === ''}>
            {t('Keep this view')}
          </Button>
        </form>
      )}
    </div>
  )
}
