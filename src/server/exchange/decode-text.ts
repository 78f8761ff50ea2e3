/** Share of NUL bytes at even and odd places: UTF-16 without a mark shows as every second byte being zero. */
export function looksLikeUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, 2000)
  if (sample.length < 4) return null
  let even = 0
  let odd = 0
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] !== 0) continue
    if (index % 2 === 0) even++
    else odd++
  }
  const half = sample.length / 2
  if (odd > half * 0.6 && even < half * 0.1) return 'utf-16le'
  if (even > half * 0.6 && odd < half * 0.1) return 'utf-16be'
  return null
}

// What 0x80–0x9F mean in Windows-1252. Node's own decoder for it is Latin-1, in which 0x80 is no euro sign.
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** Text in Windows-1252: every byte has a meaning. */
export const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009F]/g, (letter) => upper[letter.charCodeAt(0) - 0x80] ?? letter)

/** Text as Windows-1252; a question mark for what it has no letter for. */
export const encodeWindows1252 = (text: string): Uint8Array =>
  Uint8Array.from([...text], (letter) => {
    const place = upper.indexOf(letter)
    if (place >= 0) return 0x80 + place
    const code = letter.codePointAt(0) ?? 63
    return code < 0x100 ? code : 63
  })

// What 0x80–0xFF mean in code page 850, in which older price bases are written.
const page850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** Text in code page 850: every byte has a meaning. */
export const decodePage850 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u00FF]/g, (letter) => page850[letter.charCodeAt(0) - 0x80] ?? letter)
