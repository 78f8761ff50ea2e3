import { createContext, use, useMemo } from 'react'
import { LayoutView } from '#engine/rendering/layout-view.tsx'
import { useScreen } from '#engine/rendering/screen-context.ts'
import { useLayout } from '#engine/rendering/use-layout.ts'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { screenPart } from './screen-part.definition.ts'

/** The layouts around this place, by what they are called and by what they were asked for as. */
const LayoutsAround = createContext<readonly string[]>([])

/** Another layout in this place. Where the one that was chosen is gone, it says so and draws the usual one. */
export function ScreenPart({ props: { layout, otherwise, params }, pending }: ViewProps<typeof screenPart>) {
  const t = useTranslate()
  const chosen = layout === null || layout === '' ? null : layout
  const answer = useLayout(chosen)
  const around = use(LayoutsAround)
  const { key } = useScreen().document.layout
  const isGone = chosen !== null && answer.error?.status === 404
  const drawn = isGone || chosen === null ? otherwise : chosen
  const inside = useMemo(() => [...around, key, drawn], [around, key, drawn])
  if (pending) return null
  if (around.includes(drawn) || drawn === key)
    return (
      <Notice tone="warning" title={t('A screen cannot stand within itself')}>
        {t('“{{layout}}” is drawn around this place already.', { layout: drawn })}
      </Notice>
    )
  return (
    <>
      {isGone && (
        <Notice tone="warning" title={t('The screen for this kind is not there')}>
          {t('“{{layout}}” was removed, or is not shared with you: this is the usual one.', {
            layout: chosen,
          })}
        </Notice>
      )}
      <LayoutsAround value={inside}>
        <LayoutView layoutKey={drawn} params={params} />
      </LayoutsAround>
    </>
  )
}
