/** Larger pictures are not opened: a logo is small. */
const mostPixels = 4_000_000

/**
 * A logo as paper takes it: a PNG on white, no larger than it is printed. Null without one, and for a picture that cannot be
 * read: the name stands there then.
 */
export async function plainLogo(logo: Uint8Array | null): Promise<Uint8Array | null> {
  if (logo === null) return null
  const { default: sharp } = await import('sharp')
  try {
    const made = await sharp(logo, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .resize({ width: 680, height: 192, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .removeAlpha()
      .png({ palette: false, progressive: false })
      .timeout({ seconds: 10 })
      .toBuffer()
    return new Uint8Array(made)
  } catch {
    return null
  }
}
