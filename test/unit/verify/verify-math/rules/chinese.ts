import { rows } from './rows.js';

/** A Chinese sentence says its answer, denies it or corrects it. */
export const CHINESE = rows(String.raw`
43 ⇔ ~答案不是42，而是43。
43 ⇔ ~正确答案并非 $42$，而是 $43$。
42 ⇔ ~所以，小明一共有 42 个苹果。
42 ⇔ ~因此，最大值是 $42$。
42 ⇔ ~综上所述，$n$ 的最小值为 $42$。
42 ⇔ ~最终答案：42
42 ⇔ ~答：一共有42种方法。
42 ⇔ ~故答案为：$42$．
42 ⇔ ~因此满足条件的整数共有 42 个。
B ⇔ ~故选B。
B ⇔ ~因此，正确答案是 B。
B ⇔ ~答案选 (B)
3 ⇔ ~解得 $x=3$。
3 ⇔ ~所以 $x = 3$
42 ⇎ ~如果n是偶数，那么答案为42。
42 ⇎ ~所以答案可能为42。
42 ⇎ ~因此，最大值不超过 $42$。
42 ⇎ ~因此，最大值至少为 $42$。
42 ⇎ ~因此，答案不是 $42$。
42 ⇎ ~因此，最小值为 $42$ 或 $43$。
42 ⇎ ~因此最小值为 $42$ 吗？
42 ⇎ ~答案是 $\boxed{42}$？不对，应为43。
43 ⇔ ~答案不是 $\boxed{42}$，而是 $\boxed{43}$。
42 ⇎ ~答案不是 $\boxed{42}$，而是 $\boxed{43}$。
42 ⇎ ~设最小值为 $42$
42 ⇎ ~有人说答案是42。
42 ⇎ ~题目要求证明最小值为 42。
42 ⇎ ~综上所述，当n为偶数时，最小值为 $42$。
42 ⇎ ~因此，除非x=1，最小值为42
42 ⇔ ~综上所述，答案为 $42$。
42 ⇔ ~综上所述，最小值为 $42$
42 ⇔ ~综上所述,满足条件的整数个数为 $42$.
43 ⇔ ~答案不是42,而是43
42 ⇎ ~答案不是42,而是43
42 ⇎ ~答案不是42
42 ⇔ ~所以最终答案是42。
42 ⇔ ~因此，答案是 $\boxed{42}$。
42 ⇎ ~答案可能是42
42 ⇎ ~答案是42或43
`);

/** Units, connectives and words of an answer in Chinese. */
export const CHINESE_WORDS = rows(String.raw`
(-\infty,-1)\cup(3,\infty) ⇔ x<-1 \text{ 或 } x>3
(-\infty,-1)\cup(3,\infty) ⇔ x<-1 \text{或} x>3
(-\infty,-1)\cup(3,\infty) ⇔ x<-1 或 x>3
(-\infty,-1)\cup(3,\infty) ⇎ x<-1 \text{ 且 } x>3
(1,3) ⇔ x>1 \text{ 且 } x<3
(1,3) ⇔ x>1 且 x<3
(1,3) ⇎ x>1 \text{ 或 } x<3
2,3 ⇔ 2 \text{ 和 } 3
2,3 ⇔ 2 和 3
2,3 ⇔ x=2 \text{ 或 } x=3
2 ⇎ 2 \text{ 或 } 3
2 ⇎ 2或3
2 ⇎ 2 \text{ 和 } 3
x=2 \text{ and } y=3 ⇎ x=2 \text{ 或 } y=3
24\text{ cm}^2 ⇔ 24\text{ 平方厘米}
24\text{ cm}^2 ⇔ 24 平方厘米
24\text{ cm}^2 ⇎ 24\text{ 平方米}
24\text{ cm}^2 ⇎ 24\text{ 立方厘米}
24\text{ cm}^2 ⇎ 24\text{ 厘米}
24 ⇔ 24\text{ 平方厘米}
24 ⇔ 24\text{ 厘米}
1\text{ m} ⇔ 100\text{ 厘米}
5\text{ km} ⇔ 5\text{千米}
5\text{ km} ⇔ 5\text{ 公里}
5\text{ m} ⇎ 5\text{ 千米}
50 ⇔ 50\text{ 元}
3 ⇔ 3\text{ 个}
30^\circ ⇔ 30\text{ 度}
30 ⇔ 30度
3\text{ hours} ⇔ 3\text{ 小时}
3\text{ hours} ⇔ 180\text{ 分钟}
3\text{ min} ⇔ 3\text{ 分钟}
3\text{ s} ⇔ 3\text{ 秒}
5\text{ g} ⇔ 5\text{ 克}
5\text{ kg} ⇔ 5\text{ 千克}
5\text{ kg} ⇔ 5\text{ 公斤}
5\text{ g} ⇎ 5\text{ 千克}
5\text{ L} ⇔ 5\text{ 升}
5\text{ m}^3 ⇔ 5\text{ 立方米}
5 ⇔ 5\text{ 人}
5 ⇔ 5\text{ 种}
5 ⇔ 5\text{ 次}
5\text{ mL} ⇔ 5\text{ 毫升}
50\text{ km/h} ⇔ 50\text{ 千米/小时}
50\text{ km/h} ⇔ 50\text{ 千米每小时}
5 ⇎ 5\text{ 万}
50000 ⇔ 5\text{ 万}
50000 ⇔ 5 万元
5 ⇎ 5\text{ 亿}
5 ⇎ 5\text{ 千}
5 ⇎ 5\text{ 百}
5 ⇎ 5\text{ 十}
5 ⇎ 5\text{ 打}
5 ⇎ 5\text{ 倍以上}
5 ⇎ 5\text{ 左右}
5 ⇎ 5\text{ 以上}
5 ⇎ 5\text{ 或6}
5 ⇎ 5\text{ 折}
5 ⇎ 5\text{ 成}
5 ⇎ 5\text{ 半}
\text{no solution} ⇔ \text{无解}
\emptyset ⇔ \text{无解}
\emptyset ⇔ \text{空集}
\emptyset ⇔ 无实数解
\text{does not exist} ⇔ \text{不存在}
\mathbb{R} ⇔ \text{全体实数}
\mathbb{R} ⇔ \text{所有实数}
(-\infty,\infty) ⇔ \text{任意实数}
\infty ⇔ \text{正无穷}
\infty ⇔ \text{无穷}
\infty ⇔ \text{无穷大}
-\infty ⇔ \text{负无穷}
\infty ⇎ \text{负无穷}
\text{infinitely many} ⇔ \text{无穷多}
\text{Yes} ⇔ \text{是}
\text{No} ⇔ \text{否}
\text{Yes} ⇎ \text{不是}
\text{Yes} ⇎ \text{否}
\text{No} ⇎ \text{是}
\text{True} ⇔ \text{对}
\text{False} ⇔ \text{错}
\text{False} ⇔ \text{错误}
\text{True} ⇔ \text{正确}
\text{True} ⇎ \text{不正确}
\text{Yes} ⇔ \text{成立}
\text{No} ⇔ \text{不成立}
\text{Yes} ⇎ \text{不成立}
\text{Yes} ⇎ \text{是或否}
\text{Yes} ⇎ \text{是，也不是}
\text{no solution} ⇎ \text{有解}
\text{no solution} ⇎ \text{有无解}
\mathbb{R} ⇎ \text{全体正实数}
\mathbb{R} ⇎ \text{全体整数}
\mathbb{Z} ⇔ \text{全体整数}
24 ⇔ 24\text{平方单位}
2:00 ⇎ 3\text{ 度}
30^\circ ⇎ 30\text{ 弧度}
30^\circ ⇎ 31度
5 ⇔ 5年
5 ⇎ 5\text{年前}
`);
