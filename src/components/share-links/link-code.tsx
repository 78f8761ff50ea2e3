import { renderSVG } from 'uqr'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './share-links.module.css'

/** A link as a QR code, to be scanned from the screen or kept and printed: black on white in every theme, as readers want it. */
export function LinkCode({ url }: { url: string }) {
  const t = useTranslate()
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2 }))}`
  return (
    <figure className={styles.code}>
      <img src={picture} alt={t('QR code of the public link')} width={160} height={160} />
      <figcaption>
        <p className={styles.quiet}>{t('Whoever scans it sees the same page.')}</p>
        <a className={buttonClass({ size: 'compact' })} href={picture} download="public-link.svg">
          <Icon name="download" />
          <span>{t('Save QR code')}</span>
        </a>
      </figcaption>
    </figure>
  )
}
