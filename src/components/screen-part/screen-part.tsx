import { LayoutView } from '#engine/rendering/layout-view.tsx'
import { useLayout } from '#engine/rendering/use-layout.ts'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { screenPart } from './screen-part.definition.ts'

/** Another layout in this place. Where the one that was chosen is gone, it says so and draws the usual one. */
export function ScreenPart({ props: { layout, otherwise, params }, pending }: ViewProps<typeof screenPart>) {
  const t = useTranslate()
  const chosen = layout === null || layout === '' ? null : layout
  const answer = useLayout(chosen)
  if (pending) return null
  const isGone = chosen !== null && answer.error?.status === 404
  return (
    <>
      {isGone && (
        <Notice tone="warning" title={t('The screen for this kind is not there')}>
          {t('“{{layout}}” was removed, or is not shared with you: this is the usual one.', {
            layout: chosen,
          })}
        </Notice>
      )}
      <LayoutView layoutKey={isGone || chosen === null ? otherwise : chosen} params={params} />
    </>
  )
}
