import { EmptyState } from '#ui/empty-state.tsx'
import { useTranslate } from '#ui/translate.ts'

/** Stands where a route or an action names a layout that is not there, or not for this person. */
export function MissingLayout({ layout }: { layout: string }) {
  const t = useTranslate()
  return (
    <EmptyState icon="layout" title={t('This screen is not there')}>
      {t(
        'The layout “{{layout}}” was removed, or is not shared with you. Ask someone who may change screens.',
        { layout },
      )}
    </EmptyState>
  )
}
