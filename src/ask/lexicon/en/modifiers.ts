import type { Modifier } from '../../grammar/concepts.ts';
import type { Phrase } from '../lexicon.ts';
import { phrasesOf } from '../phrases-of.ts';

/** How something is asked for is said in English; plurals in -s are made by `inflect`. */
export const modifiers: Readonly<Record<Modifier, readonly Phrase[]>> = {
  how_many: phrasesOf(`how many, number, count, amount of, hw many, hw mny, how mny, no of, no. of,
    nr of, number of, how manny, hwmany, howmany, quantity of, numbers of, what number`),
  how_much: phrasesOf(`how much, amount, quantity, hw much, howmuch, how mch, what amount, qty,
    how many kg, how many kilos, how many kgs, how many tons, how many tonnes, how many ton, how many litres,
    how many liters, how many grams, how many bags, how many kilograms, how many kilo, how many litre`),
  what: phrasesOf(`what, what's, whats, what is, what are, what was, what were, wat, wht, wats, what're,
    whats the, what does, what do, what did, what has, what have, what will, which is`),
  when: phrasesOf(`when, what day, what date, how long, until when, which day, what time, date, wen, whn,
    when's, whens, how soon, how many days until, how many days till, how many days to,
    how many more days, by when, till when, how far from, how far off, how many days before,
    which date, whts the date, how far are we from, which week, what week, how much longer,
    how many days, how many weeks, eta, enough feed, enough food, enough ration,
    days of feed, days feed, days worth of feed, days of ration,
    when do i need to order feed, when should i order feed, when to order feed,
    when do we need to order feed, when should we order feed, how long will the feed last,
    how long will feed last, how long does the feed last, how long will our feed last,
    feed last until, feed last us, feed last, how long feed will last, days of food,
    days feed left, feed to last, feed going to last, feed get us to, how many days feed,
    how many days of feed, how many days food, how many days worth of feed,
    enough feed for how many days, how many more days of feed, when should we sell,
    when should i sell, when should we slaughter, when should i slaughter,
    when should we catch, when should we send, when should we thin, when should we process,
    run out of feed soon, will we run out of feed, run out soon, going to run out of feed,
    feed days left, feed days, feed days remaining`),
  who: phrasesOf(
    `who, whom, whose, who's, who is, who has, which person, anybody, anyone, does anyone`,
  ),
  which:
    phrasesOf(`which, what kind of, wich, which one, which ones, whch, what sort of, what type of,
    where, witch, what flocks, what batches, what crops, what houses, what sheds, what barns,
    what flock`),
  is_there:
    phrasesOf(`is there, are there, is, are, do we have any, any, do we have, was there, were there,
    has there been, have, is any, are any, anything, something, any of, is anything, have there been,
    do i have any, got any, have we got any, are all, is everything, did any, does any, do any, have any`),
  average:
    phrasesOf(`average, on average, avg, 7 day average, weekly average, avrg, averages, av, ave,
    averaging, 7-day average, seven day average, 7 day avg, typical, avrage, averge, aver,
    daily average, mean`),
  total: phrasesOf(`total, altogether, in total, all together, sum, cumulative, overall, all in all,
    totals, whole lot, all told, combined, totalled, tot, ttl, cumulatively, the whole farm, aggregate, in all,
    cumm, cum, accumulated, running total, to date, accumulative`),
  lowest:
    phrasesOf(`lowest, furthest below standard, furthest below the standard, farthest below standard, farthest below the standard,
    most below standard, furthest under standard, furthest behind the standard, furthest behind standard, least, smallest, minimum, min, coldest, youngest, lightest, fewest, low point,
    coolest, lower, less, minimal, slowest, fewer`),
  highest:
    phrasesOf(`highest, most, largest, biggest, maximum, max, hottest, oldest, heaviest, peak,
    greatest, warmest, higher, more, high point, high, higest, driest, dampest, fastest, peaked, top figure, peaks`),
  best: phrasesOf(`best, top, doing well, doing best, performing best, best performing, top performing, ahead of the rest,
    strongest, leading, star, winner, number one, performs best, going best, winning, top performer, doing the best,
    best performer, finest, better, performing better, doing better, performing well, performing the best, outperforming`),
  worst:
    phrasesOf(`worst, poorest, weakest, doing badly, doing worst, performing worst, worst performing,
    struggling, poor performer, underperforming, doing poorly, performs worst, bottom of the list, lagging behind,
    worse, doing the worst, poor performing, doing bad, giving trouble, performing badly, trouble maker,
    performing poorly, weak, worst performer, performing the worst, poorest performing, poor`),
  cheapest: phrasesOf(
    `cheapest, lowest price, best price, least expensive, cheaper, best deal, most affordable, lowest cost, chepest`,
  ),
  list: phrasesOf(`list, show, name, all, lst, listing, every single`),
  compare: phrasesOf(`compare, compared, comparison, versus, vs, against, difference, compared to,
    compared with, better than, than, comparing, compares, side by side, vs., relative to,
    in comparison, next to, stack up against, stack up, differ, differences, comparision,
    higher than, lower than, more than, less than, head to head, worse than, compar,
    different from, different than, or, better, best flock, worst flock, top flock,
    between them, best batch, worst batch, rank, ranking, how do they compare, stronger`),
  trend:
    phrasesOf(`trend, day by day, over time, development, per day, daily, each day, history, changed,
    changing, going up or down, trending, graph, day to day, every day, by day, progression, change, a day,
    up or down, day wise, daywise, each night, by date`),
  last: phrasesOf(
    `last, latest, most recent, recent, last time, recently, lately, previous, newest, lastly, lst`,
  ),
  now: phrasesOf(`now, current, currently, right now, at the moment, at present, still, presently, as of now,
    at this moment, as we speak, this moment, rite now, these days, atm, just now, at this time`),
  each: phrasesOf(`each, every, by barn, per barn, by flock, by category, per flock, in each, per house,
    by house, per shed, by shed, each barn, each house, each flock, each shed, house by house, barn by barn,
    shed by shed, in each house, in each barn, in every barn, in every house, breakdown, broken down, split by,
    break down, housewise, shedwise, house wise, shed wise, in each shed, per category, per pen, respectively,
    for each house, for each barn, for each shed, for each flock, category wise, by type`),
};
