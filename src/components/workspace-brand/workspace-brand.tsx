import { useRef, useState } from 'react'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useSession } from '#engine/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { DEFAULT_ACCENT } from '#ui/theme/accent.ts'
import { isHexColour } from '#ui/theme/colour.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { BrandLetters } from './brand-letters.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { shrinkPicture } from '../files/shrink-picture.ts'
import styles from './workspace-brand.module.css'

/** The longest side of a logo, in pixels: twice what the largest place shows. */
const longestSide = 512

/** The logo and the colour of this workspace; both show everywhere as soon as they are saved. */
export function WorkspaceBrand() {
  const t = useTranslate()
  const api = useApi()
  const { tenant } = useSession()
  const id = tenant?.id ?? ''
  const list = useAnswer(['tenants'], async () => (await api.call('GET /api/tenants')).rows)
  const refresh = useRefreshEverything()
  const { busy, act } = useAct(() => void refresh())
  const file = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  if (list.error && !list.data)
    return <ErrorState title={t('This screen could not be read')} onRetry={list.refetch} />
  const own = list.data?.find((one) => one.id === id)
  if (!own) return <Skeleton lines={6} />
  const now = own.accent ?? DEFAULT_ACCENT
  const colour = typed ?? now
  const valid = isHexColour(colour)
  const params = { id }
  const saveColour = (accent: string | null): Promise<void> =>
    act(async () => {
      await api.call('PUT /api/tenants/{id}', { params, body: { accent } })
      setTyped(null)
      toast.success(t('Colour saved'))
    })
  const saveLogo = (chosen: File): Promise<void> =>
    act(async () => {
      const bytes = await shrinkPicture(chosen, longestSide)
      await api.call('PUT /api/tenants/{id}/logo', { params, bytes })
      toast.success(t('Logo saved'))
    })
  return (
    <div className={styles.sections}>
      <section className={styles.section}>
        <h2 className={styles.title}>{t('Logo')}</h2>
        <p className={styles.words}>
          {t(
            'Shown beside the name of the workspace, in mails and on pages for outsiders. PNG, JPEG or WebP.',
          )}
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
            <Button
              variant="ghost"
              disabled={busy}
              onClick={() =>
                void act(async () => {
                  await api.call('DELETE /api/tenants/{id}/logo', { params })
                  toast.success(t('Logo taken away'))
                })
              }
            >
              {t('Take the logo away')}
            </Button>
          )}
        </div>
      </section>
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
      <BrandLetters id={id} />
    </div>
  )
}
