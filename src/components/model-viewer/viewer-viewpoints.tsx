import { useState } from 'react'
import { useModel } from '#engine/data/use-model.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/popover.tsx'
import { useTranslate } from '#ui/translate.ts'
import { KeepView } from './keep-view.tsx'
import { KeptViews } from './kept-views.tsx'
import styles from './model-viewer.module.css'
import type { Viewpoint } from './viewpoint.ts'

/** Where views are kept: their model, its fields, and the record they belong to. */
export interface ViewsPlace {
  model: string
  name: string
  view: string
  /** The field with a small picture of it. */
  picture?: string | undefined
  of: string
  record?: string | null | undefined
}

interface ViewerViewpointsProps {
  place: ViewsPlace
  /** The view as it is now. */
  current: () => Viewpoint | null
  picture: () => Promise<Blob | null>
  onOpen: (view: Viewpoint) => void
}

/** Kept views: one press goes back to one; the view of now is kept under a name, with a small picture. */
export function ViewerViewpoints({ place, current, picture, onOpen }: ViewerViewpointsProps) {
  const t = useTranslate()
  const model = useModel(place.model)
  const [open, setOpen] = useState(false)
  if (!model.data) return null
  const { can, fields } = model.data
  // Whoever may not read pictures, or keep one, has views without.
  const pictures = fields.find(({ key }) => key === place.picture)
  const readable: ViewsPlace = { ...place, picture: pictures?.key }
  const content = (
    <div className={styles.views}>
      <KeptViews
        place={readable}
        onOpen={(view) => {
          onOpen(view)
          setOpen(false)
        }}
      />
      {can.create && (
        <KeepView
          place={readable}
          current={current}
          picture={pictures?.read_only === false ? picture : null}
        />
      )}
    </div>
  )
  return (
    <Popover label={t('Views')} align="end" open={open} onOpenChange={setOpen} content={content}>
      {(trigger) => <IconButton icon="bookmark" label={t('Views')} {...trigger} />}
    </Popover>
  )
}
