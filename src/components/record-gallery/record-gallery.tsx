import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { pictureFields } from '../list-source/list-source.ts'
import { NarrowedBy } from '../list-source/narrowed-by.tsx'
import { useListSource } from '../list-source/use-list-source.ts'
import type { ViewProps } from '../view-props.ts'
import { GalleryCards } from './gallery-cards.tsx'
import type { recordGallery } from './record-gallery.definition.ts'

/** Records as cards with their picture. */
export function RecordGallery(view: ViewProps<typeof recordGallery>) {
  const t = useTranslate()
  const { props, pending } = view
  const { source, model, narrowing } = useListSource(view)
  if (model.error && !model.data)
    return <ErrorState compact title={t('This gallery could not be read')} onRetry={model.refetch} />
  if (!source || pending) return <Skeleton height={props.height ?? 320} />
  const pictures = pictureFields(source.model)
  const picture =
    pictures.find(({ key }) => key === props.picture) ?? (props.picture ? undefined : pictures[0])
  return (
    <>
      <NarrowedBy model={source.model} narrowing={narrowing} />
      <GalleryCards
        source={source}
        picture={picture ?? null}
        label={props.label ?? source.model.label}
        height={props.height}
      />
    </>
  )
}
