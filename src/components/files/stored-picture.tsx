import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './stored-picture.module.css'
import { useFileUrl } from './use-file-url.ts'

interface StoredPictureProps {
  id: string | null
  alt: string
  fit?: 'cover' | 'contain'
  /** It waits on this device and is not with the server yet. */
  kept?: boolean
  className?: string
}

/** A picture kept by this workspace. Its place has the final size while the bytes are on their way. */
export function StoredPicture({ id, alt, fit = 'cover', kept = false, className }: StoredPictureProps) {
  const { url, failed } = useFileUrl(id, kept)
  if (url) return <img src={url} alt={alt} className={classes(styles.picture, styles[fit], className)} />
  return (
    <span className={classes(styles.place, className)} aria-busy={id !== null && !failed}>
      <VisuallyHidden>{alt}</VisuallyHidden>
      {(failed || id === null) && <Icon name="image" />}
    </span>
  )
}
