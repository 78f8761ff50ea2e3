import { useTranslate } from '#ui/translate.ts'
import { NodeNotice } from './node-notice.tsx'

/** Stands where a layout names a component this version does not have. */
export function UnknownComponent({ type, id }: { type: string; id: string }) {
  const t = useTranslate()
  return <NodeNotice title={t('There is no component “{{type}}”', { type })} where={`${type} · ${id}`} />
}
