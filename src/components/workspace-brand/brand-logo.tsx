import { useRef, useState } from 'react'
import type { Tenant } from '#contracts/tenant.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { shrinkPicture } from '../files/shrink-picture.ts'
import styles from './workspace-brand.module.css'

/** The longest side of a logo, in pixels: twice what the largest place shows. */
const longestSide = 512

/** The logo of the workspace; another one shows everywhere as soon as it is saved. */
export function BrandLogo({ own }: { own: Tenant }) {
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshEverything()
  const { busy, act } = useAct(() => void refresh())
  const [leaving, setLeaving] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const params = { id: own.id }
  const saveLogo = (chosen: File): Promise<void> =>
    act(async () => {
      const bytes = await shrinkPicture(chosen, longestSide)
      await api.call('PUT /api/tenants/{id}/logo', { params, bytes })
      toast.success(t('Logo saved'))
    })
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('Logo')}</h2>
      <p className={styles.words}>
        {t('Shown beside the name of the workspace, in mails and on pages for outsiders. PNG, JPEG or WebP.')}
      </p>
      <div className={styles.row}>
        {own.logo && <img src={api.address(own.logo)} alt={t('The logo')} className={styles.logo} />}
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className={styles.file}
          aria-label={t('Picture of the logo')}
          tabIndex={-1}
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            if (chosen) void saveLogo(chosen)
          }}
        />
        <Button icon="upload" loading={busy} onClick={() => file.current?.click()}>
          {own.logo ? t('Another logo') : t('Choose a logo')}
        </Button>
        {own.logo && (
          <Button variant="ghost" disabled={busy} onClick={() => setLeaving(true)}>
            {t('Take the logo away')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={t('Take the logo away?')}
        text={t('The workspace shows its first letters instead. The picture is not kept.')}
        confirmLabel={t('Take the logo away')}
        onConfirm={() =>
          act(async () => {
            await api.call('DELETE /api/tenants/{id}/logo', { params })
            toast.success(t('Logo taken away'))
          })
        }
      />
    </section>
  )
}
