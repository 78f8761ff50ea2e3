import { useState } from 'react'
import type { Tenant } from '#contracts/tenant.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { DEFAULT_ACCENT } from '#ui/theme/accent.ts'
import { isHexColour } from '#ui/theme/colour.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { BrandPreview } from './brand-preview.tsx'
import styles from './workspace-brand.module.css'

/** The colour of the workspace, with how it will look; it shows everywhere as soon as it is saved. */
export function BrandColour({ own }: { own: Tenant }) {
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshEverything()
  const { busy, act } = useAct(() => void refresh())
  const [typed, setTyped] = useState<string | null>(null)
  const now = own.accent ?? DEFAULT_ACCENT
  const colour = typed ?? now
  const valid = isHexColour(colour)
  const params = { id: own.id }
  const saveColour = (accent: string | null): Promise<void> =>
    act(async () => {
      await api.call('PUT /api/tenants/{id}', { params, body: { accent } })
      setTyped(null)
      toast.success(t('Colour saved'))
    })
  return (
    <form
      className={styles.section}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (valid && !busy) void saveColour(colour)
      }}
    >
      <h2 className={styles.title}>{t('Colour')}</h2>
      <p className={styles.words}>
        {t(
          'Buttons, links and what is chosen. Shades are made of it on which words can be read, light and dark.',
        )}
      </p>
      <div className={styles.row}>
        <input
          type="color"
          aria-label={t('Choose the colour')}
          className={styles.swatch}
          value={valid ? colour : now}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextField
          label={t('Colour')}
          hideLabel
          value={colour}
          onChange={setTyped}
          maxLength={7}
          spellCheck={false}
          error={valid ? undefined : t('Write the colour as #rrggbb.')}
        />
      </div>
      {valid && (
        <div className={styles.previews}>
          <BrandPreview colour={colour} theme="light" />
          <BrandPreview colour={colour} theme="dark" />
        </div>
      )}
      <div className={styles.row}>
        <Button type="submit" variant="primary" loading={busy} disabled={!valid || colour === now}>
          {t('Save colour')}
        </Button>
        {own.accent !== null && (
          <Button variant="ghost" disabled={busy} onClick={() => void saveColour(null)}>
            {t('Back to the stock colour')}
          </Button>
        )}
      </div>
    </form>
  )
}
