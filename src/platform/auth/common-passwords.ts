// The most used passwords of public leaks (eight characters and more; shorter ones are refused anyway), and what
// people of this trade would try first.
const list = `
!qaz2wsx 00000000 01020304 01234567 012345678 0123456789 0987654321 10203040 11111111 111111111 1111111111
111222333 11223344 1122334455 112233445566 12121212 121314151 12312312 123123123 12341234 12344321
1234512345 123454321 123456123 123456654321 12345678 123456780 123456787 123456789 1234567890 12345678910
12345679 1234qwer 123698745 123789456 123qwe123 123qweasd 13131313 147147147 147258369 1472583690
147852369 14789632 159159159 159753456 19841984 19871987 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
1qaz2wsx3edc 1qazxsw2 20002000 21212121 22222222 33333333 44444444 55555555 66666666 69696969 741852963
77777777 789456123 87654321 88888888 963852741 987654321 9876543210 99999999 999999999 a12345678
a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaa12345 aaaaaaaa abc12345 abc123abc abcd1234 abcd12345
abcdefgh abcdefghi access123 access14 admin123 admin1234 admin12345 admin123456 adminadmin administrator
administrator1 alexander alexandra architect architekt arsenal1 asdf1234 asdfasdf asdfgh123 asdfghjk
asdfghjkl ashley123 autumn2025 autumn2026 azerty123 azertyui azertyuiop barcelona baseball baseball1
basketball batman123 baustelle baustelle1 benjamin blessed1 blink182 building1 building123 butterfly
changeme changeme1 changeme123 charlie1 charlie123 chelsea1 chocolate christian christopher computer
computer1 construction contraseña cookie123 corvette cowboys1 creative december default1 default123
dragon123 elizabeth estimate estimate1 estimates estimating flower123 football football1 football123
formwork formwork1 formwork123 freedom1 friday13 goodluck guest123 guest1234 hello123 hello1234 hellohello
ilovegod iloveyou iloveyou! iloveyou1 iloveyou123 iloveyou2 internet internet1 january1 jennifer jessica1
jessica123 jonathan jordan23 juventus letmein! letmein1 letmein12 letmein123 liverpool liverpool1 login123
lovelove loveyou1 master12 master123 maverick mercedes metallica michael1 michelle midnight monday123
monkey123 motdepasse mustang1 mysecret newyork1 nicholas nirvana1 november1 october1 p@ssw0rd p@ssw0rd!
p@ssw0rd1 p@ssword pa$$w0rd pa$$word passw0rd passw0rd! passw0rd1 password password! password01 password1
password1! password12 password123 password1234 password12345 password123456 passwort passwort1 passwort123
patricia pokemon1 pokemon123 porsche911 princess princess1 princess123 projekt1 q12345678 q1w2e3r4
q1w2e3r4t5 qazwsx123 qazwsxedc qwe123qwe qweasdzxc qweqweqwe qwer1234 qwerty12 qwerty123 qwerty1234
qwerty12345 qwerty123456 qwertyui qwertyuiop qwertyuiop123 qwertz123 qwertzui qwertzuiop realmadrid
root1234 rootroot samantha secret123 september shadow123 slipknot spiderman spring2025 spring2026 starwars
starwars1 steelers summer2023 summer2024 summer2025 summer2026 sunshine sunshine1 superman superman1
superstar temp1234 temporary test1234 test12345 testing1 testing123 testpass testtest toor1234 trustno1
user1234 username username1 veronica victoria wachtwoord welcome1 welcome1! welcome12 welcome123
welcome2024 welcome2025 welcome2026 whatever whatever1 winter2023 winter2024 winter2025 winter2026
xxxxxxxx yankees1 z12345678 zaq12wsx zaq1zaq1 zxcvbnm1 zxcvbnm123 zzzzzzzz
`

/** Lower-case passwords that everybody guesses. */
export const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
