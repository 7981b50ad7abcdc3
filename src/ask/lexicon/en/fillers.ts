import { phrasesOf } from '../phrases-of.ts';

/** Words of English without which a question means the same. */
export const fillers = [
  ...phrasesOf(`do you know, send me, kindly send, send us, please send, vials, bottles, doses, tablets, sachets, packets, units of, bottle of, bottles of, vials of, do we have, do i have, have we got, do we need to, do i need to, need to, have to, has to, i have to, we have to, may i, may we, may be, may have, let me know, i want to know, i would like to know, can you tell me,
    tell me about, give me, show me, i need, i need to know, i want to see, let me see, got any,
    of them, of the birds, on the farm, in the house, in the barn, in the shed, at the farm,
    for me, to me, by the way, real quick, as well, i'd like, i'd like to know, let us know, i was wondering,
    wondering, do you have, can i have, could i have, could you tell me, would you tell me, do me a favour,
    please tell me, please give me, please show me, how about, what about, and what about, how is, how's,
    hows, how are, how was, how were, how did, how does, find out, check, look up, looking at, looking like,
    as of, per house, at all, a bit, a lot, in there, down there, over there, out there, up to,
    good morning, good evening, good afternoon, at the end of the day, out of, are we at, are we on, is at,
    i wonder, just wondering, quick question, remind me, the number, the numbers, the figure, the figures,
    need to know, want to know, like to know, come to, comes to, stand at, standing at, stands at,
    is it true that, is it, was it, are they, were they, am i, are we, were we, did we, have we, has it, had we,
    will we, will it, will they, do we, do they, does it, can we, can they, are there any, is there any,
    you got, we got, have you got, in terms of, with regard to, regarding, concerning, our own`),
  ..."'s 's' the a an of in on at for to from with and or by our my your we i me you it its they them their this that these those he she his her him do does did be been being was were am will would can could please tell give show us has had have there here so just also level value score know get got go ones one about as up going".split(
    ' ',
  ),
  ..."expected good bad complete completed waiting like other those getting got normal normally usual usually nicely really perfectly properly correct correctly right ok fine safe planned planning scheduled due still ever again whole nice great new same such whether because since while though although once twice near nearly almost close far fast slow early little previous able allowed want wants wanted need needs needed mean means meant seem seems appear look looks find found hear heard feel feels worked help helps started happen happens result results situation condition conditions case cases point points area areas side line lines chart status state position amount amounts size sizes range group hour hours minute time times year years period today's moment every each any anything something one's myself ourselves themselves itself yours mine ours theirs hers too also even however instead always often sometimes lately recently mostly mainly especially particular specific respect basically obviously honestly literally along around across between among through under upon via off away back forward front end ends start starts begins running how out over off inside during within between due risk pick picked quick quickly progress status already yet whole entire progressing gave given level levels gonna wanna anyways anyway soon pls plz plse kindly r u ur hw wat wht n d da de sir madam boss mate bro man guys mr mrs ms hey hi hello ok okay yo well oh um uh er hmm let lets let's want wanna need needs see look looking say says said only really actually exactly roughly approximately approx around about reading readings figure figures number numbers info information data detail doing did done being having gotten getting gets any some much many very too quite bit thing things stuff i'm im we're were you're they're it's its i've ive we've weve i'd we'd ppm rh kg kgs kilos grams g litres liters l tons tonnes tonne ton gms gm c what's whats hows how's thanks thank ta cheers yeah yes into onto pretty bloody damn amount kind sort type come came take took taking make makes made put keep kept run runs running goes went sitting sit stand stands us team everyone everybody anybody somebody someone folks friend friends dear respected possible shall exact up-to-date it'll we'll they'll i'll that's thats there's theres who's know hope trying try tried think thinking guess believe supposed expecting expect happen happening happened upto by basis wise side".split(
    ' ',
  ),
];
