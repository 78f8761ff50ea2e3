import { ComponentGallery } from '#components/gallery/component-gallery.tsx'
import { useTranslate } from '#ui/translate.ts'
import { PublicFooter } from '../landing/public-footer.tsx'
import { PublicHeader } from '../landing/public-header.tsx'
import { useTitle } from '../use-title.ts'
import styles from './parts.module.css'

/** `/123`: every component a screen can be made of, with sample data. */
export function PartsPage() {
  const t = useTranslate()
  useTitle(t('The parts'))
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <ComponentGallery />
      </main>
      <PublicFooter />
    </div>
  )
}
