import { useApi } from '#engine/engine-context.tsx'
import { useTranslate } from '#ui/translate.ts'
import { MakeOnce } from './make-once.tsx'

/** Makes the address by which another program begins the workflow; it is shown once, and the one before ends. */
export function HookAddress({ workflow, saved }: { workflow: string; saved: boolean }) {
  const t = useTranslate()
  const api = useApi()
  return (
    <MakeOnce
      label={t('Make a new address')}
      hint={
        saved
          ? t('The address made before ends with it.')
          : t('Save first: the address belongs to what is released.')
      }
      title={t('The address, shown this once')}
      disabled={!saved}
      make={async () => (await api.call('POST /api/workflows/{key}/hook', { params: { key: workflow } })).url}
    />
  )
}
