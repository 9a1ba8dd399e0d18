import { rows } from './rows.js';

/** Numbers in words, with what is counted behind them; what may be two numbers is none. */
export const NUMBER_WORDS = rows(String.raw`
9 ⇔ \text{九}
\frac12 ⇔ \text{二分之一}
\frac72 ⇔ \text{三又二分之一}
20\% ⇔ \text{百分之二十}
0.2 ⇔ \text{百分之二十}
20 ⇎ \text{百分之二十}
12 ⇔ \text{十二}
20 ⇔ \text{二十}
21 ⇔ \text{二十一}
105 ⇔ \text{一百零五}
2024 ⇔ \text{二千零二十四}
2024 ⇔ \text{两千零二十四}
2024 ⇔ \text{二〇二四}
30000 ⇔ \text{三万}
12345 ⇔ \text{一万二千三百四十五}
100000000 ⇔ \text{一亿}
-3 ⇔ \text{负三}
3.5 ⇔ \text{三点五}
0 ⇔ \text{零}
\frac{3}{4} ⇔ \text{四分之三}
0.5 ⇔ \text{一半}
9 ⇔ 九
9 ⇔ \text{九个}
9 ⇔ \text{九种}
9 ⇔ \text{共九种}
9 ⇔ \text{九元}
12\text{ cm} ⇔ \text{十二厘米}
150 ⇔ \text{一百五十}
9 ⇎ \text{十九}
9 ⇎ \text{九十}
10 ⇎ \text{十九}
9 ⇎ \text{不是九}
9 ⇎ \text{第九}
9 ⇎ \text{八九}
89 ⇎ \text{八九}
9 ⇎ \text{九左右}
90 ⇎ \text{九几}
2 ⇎ \text{二分之一}
\frac12 ⇎ \text{一分之二}
10 ⇎ \text{十几}
10 ⇎ \text{几十}
10 ⇔ \text{十}
10000 ⇔ \text{一万}
1/3 ⇔ \text{三分之一}
1 ⇎ \text{零分之零}
1 ⇎ \text{一一}
9 ⇔ \text{nine}
9 ⇔ \text{Nine}
21 ⇔ \text{twenty-one}
1/2 ⇔ \text{one half}
20\% ⇔ \text{twenty percent}
20\% ⇔ \text{twenty per cent}
9 ⇔ \text{nine ways}
9 ⇔ \text{nine apples}
5 ⇔ \text{five dollars}
`);
