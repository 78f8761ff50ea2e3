import { EmptyState } from '#ui/empty-state.tsx'
import { useTranslate } from '#ui/translate.ts'

/** Stands in for the content of a page whose record is gone, was never there, or is not for this reader. */
export default function MissingRecord() {
  const t = useTranslate()
  return (
    <EmptyState icon="search" title={t('This record is not here')}>
      {t('It was deleted, belongs to another workspace, or is not shared with you.')}
    </EmptyState>
  )
}
