import { endPreview, type TabPreview } from '#engine/data/preview.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import { roleName } from './role-label.ts'

/** Says as whom somebody sees the workspace, and ends that. */
export function PreviewBanner({ preview }: { preview: TabPreview }) {
  const t = useTranslate()
  return (
    <Notice
      look="banner"
      tone="info"
      icon="eye"
      actions={
        <Button size="compact" onClick={endPreview}>
          {t('End the preview')}
        </Button>
      }
    >
      {t('You see this workspace as {{name}}. Nothing can be changed.', {
        name: preview.person?.name ?? roleName(preview.role, t),
      })}{' '}
      {preview.limited && t('What you may not see yourself stays hidden.')}
    </Notice>
  )
}
